import path from 'node:path';
import { type Community, testSecret } from '../../../../src/testing/community.ts';
import { openDatabaseProxy } from '../../../../src/testing/stand-ins/open-database-proxy.ts';
import { smsServer } from '../../../../src/testing/stand-ins/sms-server.ts';
import { type Answered, type Asked, ask } from '../load/ask.ts';
import { type Server, startServer, urlOf } from './start-server.ts';
import { origin } from './system-under-test.ts';

/** Two server processes that share nothing but the database of the community. */
export type TwoProcesses = {
  community: Community;
  servers: readonly [Server, Server];
  /** What takes their text messages. */
  texts: Awaited<ReturnType<typeof smsServer>>;
  /** Each request comes from a network of its own unless one is given, so that no rate limit decides a race. */
  send(server: Server, call: Asked, from?: { cookie?: string; address?: string }): Promise<Answered>;
  /** Sends each racer's request at once, the first to one process and the second to the other; answers the statuses. */
  race(racers: readonly Racer[]): Promise<string>;
  close(): Promise<void>;
};

export type Racer = { call: Asked; cookie?: string };

/**
 * A race of two processes. `run` answers how it ended: `holds` matches each right end, and `breaks` one that is
 * possible only without locks and constraints.
 */
export type Race = {
  what: string;
  run: () => Promise<string>;
  holds: RegExp;
  breaks: RegExp | null;
  rounds: number;
};

/** The messages that may be sent on a day. */
export const textsADay = 100;

export const post = (path: string, body?: unknown): Asked => ({ method: 'POST', path, body });

export async function startTwoProcesses(community: Community, folder: string): Promise<TwoProcesses> {
  const texts = await smsServer();
  let networks = 0;
  const start = async (name: string, more: Record<string, string> = {}) => {
    const proxy = await openDatabaseProxy(community.address);
    const settings = {
      APP_URL: origin,
      DATA_DIR: path.join(folder, name),
      DATABASE_URL: urlOf(proxy.address),
      DATABASE_POOL: '50',
      SECRET: testSecret,
      SEED: 'none',
      TRUST_PROXY: 'yes',
      LOG_LEVEL: 'error',
      SMS_COUNTRIES: 'MX',
      SMS_URL: texts.service.url,
      SMS_FROM: texts.service.from,
      SMS_A_DAY: String(textsADay),
      ...more,
    };
    return startServer(name, proxy, settings, path.join(folder, `${name}.log`));
  };
  // The second one reads every page again, so that its readers see each state of the database.
  const servers = await Promise.all([start('server-1'), start('server-2', { SHARED_PAGES_MB: '0' })]);
  const send: TwoProcesses['send'] = (server, call, { cookie, address } = {}) => {
    networks += 1;
    const own = `10.${networks >> 8}.${networks & 255}.1`;
    return ask(server.url, call, { origin, address: address ?? own, ...(cookie && { cookie }) });
  };
  return {
    ...{ community, servers, texts, send },
    async race(racers) {
      const answers = await Promise.all(
        racers.map(({ call, cookie }, nth) =>
          send(servers[nth % 2 ? 1 : 0], call, cookie === undefined ? {} : { cookie }),
        ),
      );
      return answers
        .map(({ status }) => status)
        .sort()
        .join();
    },
    async close() {
      for (const server of servers) {
        server.kill('SIGKILL');
        await server.exit;
        server.proxy.close();
      }
      await texts.close();
    },
  };
}
