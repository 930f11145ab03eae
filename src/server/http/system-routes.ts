import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Api } from './api.ts';

const about = {
  openapi: '3.1.0',
  info: {
    title: 'Sumi',
    version: '1',
    description: 'Everything the browser does, it does through these operations.',
  },
};

/** Is it alive, and what can it be asked. */
export function systemRoutes(db: Db) {
  return (api: Api): void => {
    api.get('/healthz', async (c) => {
      await sql`select 1`.execute(db);
      return c.json({ ok: true });
    });
    // Made when first asked for, because by then every feature has mounted its operations.
    let described: object | undefined;
    api.get('/api/openapi.json', (c) => {
      described ??= api.getOpenAPI31Document(about);
      return c.json(described);
    });
    api.get('/.well-known/security.txt', (c) =>
      c.text('Contact: see the footer of this site\nPreferred-Languages: es, en\n'),
    );
  };
}
