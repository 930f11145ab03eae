import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DbAddress } from '#server/db/connect.ts';
import { type DbHost, hostsOf } from '#server/db/database-hosts.ts';
import { promoteStandby } from '#server/standby/promote-standby.ts';
import {
  dataOf,
  planHosts,
  runApart,
  runHere,
  urlOf,
} from '../../../../src/testing/processes/standby-scene.ts';
import { openDatabaseProxy } from '../../../../src/testing/stand-ins/open-database-proxy.ts';

type Proxy = Awaited<ReturnType<typeof openDatabaseProxy>>;
type DatabaseNode = {
  folder: string;
  host: DbHost;
  /** Through it the other node reaches this one. */
  proxy: Proxy;
  /** Null while it is lost. */
  running: Awaited<ReturnType<typeof runApart>> | null;
  /** Another one was promoted in its place. */
  isReplaced: boolean;
};

/**
 * A primary and its standby, as on hosts of their own: each write waits for the standby, unless the product is broken
 * there.
 */
export type DatabasePair = {
  /** One address that names both, as servers know them. */
  address: DbAddress;
  hosts: DbAddress[];
  /** The folder of the database that takes writes. */
  data(): string;
  /** Partitions the two, then ends the primary with all that is in it, and promotes the standby. */
  failOver(partitionMs: number): Promise<void>;
  /** Ends the standby: until it is back, no write is acknowledged. */
  loseStandby(): Promise<void>;
  /** Brings a lost node back; a primary as the standby, with a copy of the database. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

export async function startDatabasePair(
  folder: string,
  { waits }: { waits: boolean },
): Promise<DatabasePair> {
  const { one, two, sharedBy } = await planHosts();
  const nodeAt = async (name: string, host: DbHost): Promise<DatabaseNode> => {
    const nodeFolder = path.join(folder, name);
    mkdirSync(nodeFolder);
    return {
      folder: nodeFolder,
      host,
      proxy: await openDatabaseProxy({ url: urlOf([host]) }),
      running: null,
      isReplaced: false,
    };
  };
  let [first, second] = [await nodeAt('one', one), await nodeAt('two', two)];
  const stop = async () => {
    for (const { running, proxy } of [second, first]) {
      proxy.down();
      proxy.close();
      await running?.stop();
    }
  };
  const run = async (node: DatabaseNode, other: DatabaseNode) => {
    const [passing] = 'url' in other.proxy.address ? (hostsOf(other.proxy.address.url) ?? []) : [];
    if (!passing) throw new Error('a node needs a proxy to the other');
    const shared = sharedBy(node.host, [node.host, passing]);
    node.running = await runApart(node.folder, shared, { sync: waits });
  };
  /** Until nothing is acknowledged without it, or, where that is broken, until it follows. */
  const untilFollowed = async () => {
    const question = waits
      ? `select current_setting('synchronous_standby_names') <> '' as yes`
      : `select exists (select from pg_stat_replication where state = 'streaming') as yes`;
    while (!(await first.running?.ask(question))?.yes) await sleep(50);
  };
  const restore = async () => {
    if (second.running) return;
    second.proxy.flow();
    if (second.isReplaced) rmSync(dataOf(second.folder), { recursive: true });
    second.isReplaced = false;
    await run(second, first);
    await untilFollowed();
  };
  try {
    // A new community begins on one node alone.
    await (await runHere(first.folder, sharedBy(one, [one]))).stop();
    await run(first, second);
    await restore();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    address: { url: urlOf([one, two]) },
    hosts: [one, two].map((host) => ({ url: urlOf([host]) })),
    data: () => dataOf(first.folder),
    async failOver(partitionMs) {
      first.proxy.stall();
      await sleep(partitionMs);
      await first.running?.die();
      first.running = null;
      first.isReplaced = true;
      await promoteStandby(second.folder, sharedBy(second.host));
      [first, second] = [second, first];
    },
    async loseStandby() {
      await second.running?.die();
      second.running = null;
    },
    restore,
    stop,
  };
}
