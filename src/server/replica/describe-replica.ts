import { connect, type Db } from '../db/connect.ts';
import { hostsOf, nameOfHost, withHost } from '../db/database-hosts.ts';
import { readLogPosition } from '../db/log-position.ts';
import { checkReplica, type ReplicaCheck, readIdentity } from './check-replica.ts';

const words: Record<ReplicaCheck['standing'], string> = {
  follows: 'has all that was written',
  behind: 'behind',
  stranger: 'has another database or timeline: it is not read',
  away: 'away: it is not read',
  primary: 'takes the writes itself',
};

/** A line about each host of DATABASE_REPLICA_URL, beside what the database has that takes writes. */
export async function describeReplica(primary: Db, url: string): Promise<string[]> {
  const [position, expected] = [await readLogPosition(primary), await readIdentity(primary)];
  return Promise.all(
    (hostsOf(url) ?? []).map(async (host) => {
      const { db, close } = connect({ url: withHost(url, host) }, { poolSize: 1, answerMs: 5000 });
      try {
        const { standing, behindBytes } = await checkReplica(db, position, expected).catch(
          (): ReplicaCheck => ({ standing: 'away', behindBytes: 0 }),
        );
        const by = standing === 'behind' ? ` by ${Math.ceil(behindBytes / 1024)} kB` : '';
        return `${nameOfHost(host)} ${words[standing]}${by}`;
      } finally {
        await close();
      }
    }),
  );
}
