import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DbAddress } from '#server/db/connect.ts';
import { type DbHost, hostsOf } from '#server/db/database-hosts.ts';
import { promoteStandby } from '#server/standby/promote-standby.ts';
import { dataOf, planHosts, runApart, runHere, urlOf } from '../../../src/testing/processes/standby-scene.ts';
import { openDatabaseProxy } from '../../../src/testing/stand-ins/open-database-proxy.ts';

type Way = Awaited<ReturnType<typeof openDatabaseProxy>>;
type Machine = {
  folder: string;
  host: DbHost;
  /** The way to it of the other machine. */
  way: Way;
  /** Null while it is lost. */
  running: Awaited<ReturnType<typeof runApart>> | null;
  /** Another one was promoted in its place. */
  isReplaced: boolean;
};

/** Two machines with the database: each write waits for the second one, unless the product is broken there. */
export type Machines = {
  /** Of both, as servers know them. */
  address: DbAddress;
  hosts: DbAddress[];
  /** The folder of the database that takes writes. */
  data(): string;
  /**
   * Breaks the way between them, then ends the one that takes writes with all that is in it, and promotes the other.
   */
  lose(brokenForMs: number): Promise<void>;
  /** Ends the one that follows: until it is back, no write is acknowledged. */
  loseStandby(): Promise<void>;
  /** Brings a lost machine back; one that took the writes with a copy of the database. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

export async function openMachines(folder: string, { waits }: { waits: boolean }): Promise<Machines> {
  const { one, two, sharedBy } = await planHosts();
  const machineAt = async (name: string, host: DbHost): Promise<Machine> => {
    const place = path.join(folder, name);
    mkdirSync(place);
    return {
      folder: place,
      host,
      way: await openDatabaseProxy({ url: urlOf([host]) }),
      running: null,
      isReplaced: false,
    };
  };
  let [first, second] = [await machineAt('one', one), await machineAt('two', two)];
  const stop = async () => {
    for (const { running, way } of [second, first]) {
      way.down();
      way.close();
      await running?.stop();
    }
  };
  const run = async (machine: Machine, other: Machine) => {
    const [passing] = 'url' in other.way.address ? (hostsOf(other.way.address.url) ?? []) : [];
    if (!passing) throw new Error('a machine needs a way to the other');
    const shared = sharedBy(machine.host, [machine.host, passing]);
    machine.running = await runApart(machine.folder, shared, { sync: waits });
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
    second.way.flow();
    if (second.isReplaced) rmSync(dataOf(second.folder), { recursive: true });
    second.isReplaced = false;
    await run(second, first);
    await untilFollowed();
  };
  try {
    // A new community begins on one machine alone.
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
    async lose(brokenForMs) {
      first.way.stall();
      await sleep(brokenForMs);
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
