import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { SystemUnderTest } from '../servers/system-under-test.ts';
import {
  exhaustConnections,
  failOver,
  fillDisk,
  killBackend,
  killDatabase,
  lockTable,
  loseStandby,
  restartDatabase,
  terminateBackends,
} from './database-faults.ts';
import type { Fault } from './fault.ts';
import { failExternalServices, loseBytes, onProxies } from './network-faults.ts';
import {
  killAnywhere,
  killAtFailpoint,
  killEveryServer,
  killInsideOperation,
  killWorker,
  pauseServer,
  replaceWorkers,
  skewClock,
  terminateServer,
} from './process-faults.ts';

/** The faults that a siege injects, one in each round. */
export const faults = {
  'kill a server at a failpoint': killAtFailpoint,
  'kill a server inside an operation': killInsideOperation,
  'kill a worker': killWorker,
  'replace every worker': replaceWorkers,
  'kill the database server': killDatabase,
  'terminate connections of the servers': terminateBackends,
  'fill the disk': fillDisk,
  'kill a connection of the database': killBackend,
  'drop what LISTEN is told': onProxies((proxy) => proxy.deafen(), 1000, 2000),
  'kill a server at any moment': killAnywhere,
  'close connections to the database': onProxies((proxy) => proxy.cut(), 200, 800),
  'terminate a server': terminateServer,
  'reset connections to the database': onProxies((proxy) => proxy.reset(), 200, 800),
  'delay traffic to the database': onProxies((proxy) => proxy.hold(), 800, 3500),
  'refuse connections to the database': onProxies((proxy) => proxy.down(), 500, 2000),
  'lose traffic to the database': loseBytes,
  'restart the database server': restartDatabase,
  'kill every server': killEveryServer,
  'pause a server': pauseServer,
  'skew a clock': skewClock,
  'lock a table': lockTable,
  'exhaust connections': exhaustConnections,
  'fail external services': failExternalServices,
  'fail over to the standby': failOver,
  'lose the standby': loseStandby,
} satisfies Record<string, Fault>;
export type FaultName = keyof typeof faults;

/** The faults that leave the database, and every connection to it, as they are. */
const spareDatabase: ReadonlySet<FaultName> = new Set<FaultName>([
  'kill a server at a failpoint',
  'kill a server inside an operation',
  'kill a worker',
  'replace every worker',
  'kill a server at any moment',
  'kill every server',
  'terminate a server',
  'pause a server',
  'skew a clock',
  'fail external services',
]);

/** The faults that need a standby (`--standby`). */
const needStandby: ReadonlySet<FaultName> = new Set<FaultName>([
  'fail over to the standby',
  'lose the standby',
]);

/** Whether a server may find its database away during a fault. */
export const takesDatabaseAway = (name: FaultName) => !spareDatabase.has(name);

/**
 * The faults of a siege in their order: every kind whose name contains `only` once, in an order of the seed, then every
 * kind again.
 */
export function drawFaults(
  chance: SeededRandom,
  count: number,
  {
    only = '',
    standby = false,
    order,
  }: { only?: string; standby?: boolean; order?: readonly FaultName[] } = {},
): FaultName[] {
  if (order) return order.slice(0, count);
  const names = (Object.keys(faults) as FaultName[]).filter(
    (name) => name.includes(only) && (standby || !needStandby.has(name)),
  );
  if (names.length === 0) throw new Error(`no fault is called ${only}`);
  const drawn: FaultName[] = [];
  while (drawn.length < count) drawn.push(...chance.shuffled(names));
  return drawn.slice(0, count);
}

/** Ends every fault: a lost host of the database, proxies, clocks, paused and ended servers, external services. */
export async function heal(system: SystemUnderTest): Promise<void> {
  system.externalServices.heal();
  await system.databasePair?.restore();
  await Promise.all(
    system.servers.map(async (server) => {
      server.proxy.up();
      server.proxy.flow();
      if (server.ended) return void (await system.restart(server));
      server.kill('SIGCONT');
      server.control({ is: 'skew-clock', aheadMs: 0 });
    }),
  );
}
