import type pg from 'pg';
import { sumiLinks } from '#features/landing/rules.ts';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import { connect, type DbAddress } from '#server/db/connect.ts';
import { followEvents } from '#server/events/follow-events.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { createLog } from '#server/log.ts';
import { chooseVideoSources } from '#server/video-sources/choose-video-sources.ts';
import { compose } from '../src/compose.ts';
import type { Ask } from './load.ts';

export type Statement = { text: string; values: unknown[] };
export type Recorder = { record(ask: Ask): Promise<Statement[]>; stop(): Promise<void> };

/**
 * Runs the product inside this process, sends it a request, and records the statements that reach the database. So the
 * comparison "the same SQL without HTTP" follows the product.
 */
export async function createRecorder(
  address: DbAddress,
  settings: { secret: string; origin: string },
): Promise<Recorder> {
  const connection = connect(address);
  const heard: Statement[] = [];
  listenIn(connection.pool, heard);
  const log = createLog('warn');
  const follower = await followEvents(connection.db, address, log);
  const { api } = compose({
    connection,
    follower,
    log,
    clock: () => new Date(),
    settings: {
      appUrl: settings.origin,
      origins: [settings.origin],
      secret: settings.secret,
      passwordMinLength: 6,
      limitAttempts: false,
      mail: 'none',
      nativeTokens: false,
      trustProxy: false,
    },
    demoSignIns: async () => [],
    // No measured request stores a file.
    files: filesInFolder('no-files'),
    links: sumiLinks,
    // No measured request calls another service.
    videoSources: chooseVideoSources({ youtubeApiKey: undefined }),
    calendar: { calendar: builtInCalendar(connection.db), meetings: null, subscribed: false },
    payments: { current: null, known: [] },
  });
  return {
    async record({ path, ...init }) {
      // The first request reads the session, which is then cached: only later statements belong to each request.
      await api.request('/api/accounts/me', { headers: init.headers });
      heard.length = 0;
      const answer = await api.request(path, init as RequestInit);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return heard.filter(({ text }) => !text.includes('pg_notify'));
    },
    async stop() {
      await follower.stop();
      await connection.close();
    },
  };
}

function listenIn(pool: pg.Pool, heard: Statement[]): void {
  const connectClient = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const tapped = new WeakSet<pg.PoolClient>();
  pool.connect = (async () => {
    const client = await connectClient();
    if (tapped.has(client)) return client;
    tapped.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((given: unknown, values: unknown[] = [], ...rest: unknown[]) => {
      const text = typeof given === 'string' ? given : (given as { text?: string }).text;
      const own = typeof given === 'string' ? values : ((given as { values?: unknown[] }).values ?? []);
      if (text) heard.push({ text, values: own });
      return query(given, values, ...rest);
    }) as typeof client.query;
    return client;
  }) as typeof pool.connect;
}

/**
 * Replays recorded statements with other values: the recorded person, class and key are replaced by those in `now`.
 */
export function replay(
  pool: pg.Pool,
  statements: readonly Statement[],
  next: () => ReadonlyMap<unknown, unknown>,
): () => Promise<void> {
  const prepared = statements.map(({ text, values }, at) => ({ name: `s${at}:${hash(text)}`, text, values }));
  return async () => {
    const now = next();
    const client = await pool.connect();
    try {
      for (const { name, text, values } of prepared) {
        await client.query({ name, text, values: values.map((value) => now.get(value) ?? value) });
      }
    } finally {
      client.release();
    }
  };
}

function hash(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
}
