import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Processes } from '../processes/worker-part.ts';
import type { Api } from './api.ts';
import { describeApi } from './describe-api.ts';

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Sumi',
    version: '1',
    description: 'Everything the browser does, it does through these operations.',
  },
};

/**
 * `GET /healthz`, and the description of the API. A server of several processes says which one answers, and how many
 * serve.
 */
export function systemRoutes(db: Db, processes: (() => Processes) | null = null) {
  return (api: Api): void => {
    api.get('/healthz', async (c) => {
      await sql`select 1`.execute(db);
      return c.json({ ok: true, ...processes?.() });
    });
    // Made when first asked for, because by then every feature has mounted its operations.
    let described: ReturnType<Api['getOpenAPI31Document']> | undefined;
    const describe = () => {
      described ??= api.getOpenAPI31Document(about);
      return described;
    };
    api.get('/api/openapi.json', (c) => c.json(describe()));
    api.get('/api/docs', (c) => {
      c.header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
      return c.html(describeApi(describe() as Parameters<typeof describeApi>[0]));
    });
    api.get('/.well-known/security.txt', (c) =>
      c.text('Contact: see the footer of this site\nPreferred-Languages: es, en\n'),
    );
  };
}
