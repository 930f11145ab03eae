import { sql } from 'kysely';
import { dayMs } from '#shared/time/durations.ts';
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

type SystemParts = {
  db: Db;
  /** Where the product is reached. */
  site: string;
  clock: () => Date;
  /** A server of several processes says which one answers, and how many serve. */
  processes: (() => Processes) | null;
};

/** `GET /healthz`, the description of the API, and whom to tell of a hole. */
export function systemRoutes({ db, site, clock, processes }: SystemParts) {
  return (api: Api): void => {
    const probe = probeAtMost(1000, () => sql`select 1`.execute(db));
    api.get('/healthz', async (c) => {
      await probe();
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
    api.get('/.well-known/security.txt', (c) => c.text(securityText(site, clock())));
  };
}

/** RFC 9116, by which a contact is an address: the landing page names whom to write to, below. */
function securityText(site: string, now: Date): string {
  const expires = new Date(now.getTime() + 180 * dayMs).toISOString();
  const canonical = `${site}/.well-known/security.txt`;
  return `Contact: ${site}/\nExpires: ${expires}\nPreferred-Languages: es, en\nCanonical: ${canonical}\n`;
}

/**
 * Answers how `ask` ended, asked again `everyMs` after it was last begun and never while it runs: any visitor may ask
 * for `/healthz` as often as they like, and must not take the connections of others.
 */
function probeAtMost(everyMs: number, ask: () => Promise<unknown>): () => Promise<unknown> {
  let last: Promise<unknown> | undefined;
  let begun = 0;
  let runs = false;
  return () => {
    if (last && (runs || performance.now() - begun < everyMs)) return last;
    [begun, runs] = [performance.now(), true];
    last = ask().finally(() => {
      runs = false;
    });
    return last;
  };
}
