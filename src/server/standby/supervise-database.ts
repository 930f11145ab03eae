import type pg from 'pg';
import type { DbHost } from '../db/database-hosts.ts';
import { onlyRow } from '../db/only-row.ts';
import { stateQuery } from '../db/read-host-state.ts';
import { connectAsSuperuser } from '../embedded-postgres/connect-as-superuser.ts';
import { databaseName } from '../embedded-postgres/create-database.ts';
import { standbyName } from '../embedded-postgres/network-settings.ts';

type Server = { host: string; port: number };

type Parts = {
  say: (line: string) => void;
  everyMs?: number;
  /** Finds a host that was promoted after this timeline. */
  findNewer(timeline: number): Promise<DbHost | null>;
  onReplaced(by: DbHost): Promise<void>;
};

type State = {
  /** Null on a standby. */
  timeline: number | null;
  follows: boolean;
  waits: boolean;
};

/**
 * Looks after a database that other machines reach, every two seconds: gives the roles of the network their password,
 * has writes wait for the standby from the moment that one follows (with `sync`), says when the standby comes and goes,
 * and notices that another host was promoted instead. On a standby it waits for its own promotion.
 */
export async function superviseDatabase(
  server: Server,
  { password, sync }: { password: string; sync: boolean },
  { say, everyMs = 2000, findNewer, onReplaced }: Parts,
): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | null = null;
  let followed: boolean | null = null;
  let hasRoles = false;
  let stopping = false;

  async function look(): Promise<void> {
    client ??= await connectAsSuperuser(server, 'sumi-tends');
    const { timeline, follows, waits } = await readState(client);
    if (timeline === null) return;
    if (!hasRoles) await giveRoles(client, password);
    hasRoles = true;
    if (sync && follows && !waits) {
      await setWaiting(client, standbyName);
      say('The standby follows: from now on each write waits until the standby has it too.');
    } else if (!sync && waits) {
      await setWaiting(client, null);
      say('Writes no longer wait for the standby.');
    }
    if (followed !== null && followed !== follows) sayWhetherFollows(follows);
    followed = follows;
    const newer = await findNewer(timeline);
    if (!newer || stopping) return;
    stopping = true;
    clearInterval(timer);
    await onReplaced(newer);
  }

  function sayWhetherFollows(follows: boolean): void {
    const without = sync ? 'writes wait until it is back' : 'the log is kept for it';
    say(follows ? 'The standby follows.' : `The standby is away: ${without}.`);
  }

  const lookSafely = () =>
    look().catch(async () => {
      // The database restarts, which is told elsewhere; the next round asks again.
      await client?.end().catch(() => {});
      client = null;
    });
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = look();
  try {
    await looking;
  } catch (error) {
    await (client as pg.Client | null)?.end().catch(() => {});
    throw error;
  }
  if (!stopping) {
    timer = setInterval(() => {
      looking = looking.then(() => (stopping ? undefined : lookSafely()));
    }, everyMs);
  }
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await looking.catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}

async function readState(client: pg.Client): Promise<State> {
  const { rows: state } = await client.query<{ timeline: number | null }>(stateQuery);
  const { rows } = await client.query<Omit<State, 'timeline'>>(
    `select current_setting('synchronous_standby_names') <> '' as waits,
      exists (select from pg_stat_replication
        where application_name = $1 and state = 'streaming') as follows`,
    [standbyName],
  );
  return { ...onlyRow(rows), ...onlyRow(state) };
}

/** The servers sign in with this password, and a standby, which may read the log and nothing else. */
async function giveRoles(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [standbyName]);
  if (rowCount === 0) await client.query(`create role ${standbyName} login replication`);
  for (const role of [databaseName, standbyName]) {
    await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  }
}

/**
 * Has commits wait for the standby, or for nothing. Kept over restarts; copies of the database do not take it along.
 */
async function setWaiting(client: pg.Client, standby: string | null): Promise<void> {
  const setting = 'synchronous_standby_names';
  await client.query(
    standby ? `alter system set ${setting} = '${standby}'` : `alter system reset ${setting}`,
  );
  await client.query('select pg_reload_conf()');
}
