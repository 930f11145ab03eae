import path from 'node:path';
import { isSameHost, nameOfHost } from '../db/database-hosts.ts';
import { onlyRow } from '../db/only-row.ts';
import { readHostState, stateQuery } from '../db/read-host-state.ts';
import { connectAsSuperuser } from '../embedded-postgres/connect-as-superuser.ts';
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres-error.ts';
import { findPostmaster } from '../embedded-postgres/find-postmaster.ts';
import { placeData } from '../embedded-postgres/place-data.ts';
import { hasDatabase } from './copy-primary.ts';
import type { SharedDatabase } from './run-database.ts';

const promotionSeconds = 60;

/**
 * Has the standby of DATA_DIR take the writes, after it has replayed all that it received. Refused while another host
 * answers, unless told so: two that take writes are two communities. Answers the new timeline.
 */
export async function promoteStandby(
  dataDir: string,
  { url, hosts, listen }: Pick<SharedDatabase, 'url' | 'hosts' | 'listen'>,
  { anyway = false } = {},
): Promise<number> {
  const server = hasDatabase(dataDir) ? findPostmaster(path.join(placeData(dataDir).home, 'data')) : null;
  if (!server) {
    throw new EmbeddedPostgresError(`No database runs in ${dataDir}: start its standby first.`);
  }
  const client = await connectAsSuperuser(server, 'sumi-promotes');
  try {
    const readTimeline = async () =>
      onlyRow((await client.query<{ timeline: number | null }>(stateQuery)).rows).timeline;
    if ((await readTimeline()) !== null) {
      throw new EmbeddedPostgresError('This database takes writes already: there is nothing to promote.');
    }
    for (const host of hosts.filter((one) => !isSameHost(one, listen))) {
      const { is } = await readHostState(url, host);
      if (anyway || is === 'away' || is === 'standby') continue;
      throw new EmbeddedPostgresError(
        `The database at ${nameOfHost(host)} still answers: stop it first, or both take writes. With --anyway, the standby is promoted all the same. Nothing was changed.`,
      );
    }
    await client.query('select pg_promote(true, $1)', [promotionSeconds]);
    const timeline = await readTimeline();
    if (timeline !== null) return timeline;
    throw new EmbeddedPostgresError(
      `The standby was told, and replays still after ${promotionSeconds} s: it takes writes once it has ended.`,
    );
  } finally {
    await client.end();
  }
}
