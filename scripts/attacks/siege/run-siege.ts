import { performance } from 'node:perf_hooks';
import { SeededRandom } from '../../../src/testing/seeded-random.ts';
import { drawFaults, type FaultName } from './faults/faults.ts';
import { findInLogs } from './judge/find-in-logs.ts';
import { readFacts } from './judge/read-facts.ts';
import { findLastingLeaks, measureUsage, peakUsage, writeHeaps } from './judge/resource-usage.ts';
import { Book } from './load/book.ts';
import { insertFixtures } from './load/fixtures.ts';
import type { Tally } from './load/load-requests.ts';
import { Operations } from './load/operations.ts';
import { type RoundResult, runRound } from './run-round.ts';
import type { Breakage } from './servers/broken-products.ts';
import type { ResourceUsage } from './servers/control-messages.ts';
import { type SystemUnderTest, startSystem } from './servers/system-under-test.ts';

export type SiegeOptions = {
  /** The rounds have them in turn. */
  seeds: readonly [number, ...number[]];
  /** Each injects one fault. */
  rounds: number;
  processes: number;
  broken: Breakage | null;
  /** Whether the database has a standby, to which it may have to fail over. */
  standby: boolean;
  /** Only faults whose name contains this. */
  only: string;
  /** These faults, in the place of drawn ones. */
  order?: readonly FaultName[];
  /** After all others, these faults against a product that is broken from then on, until one of them finds it. */
  breakAtEnd?: { breakage: Breakage; order: readonly FaultName[] };
  /** How many times longer than on an idle machine anything may take before it is late. */
  patience?: number;
  say: (line: string) => void;
  /** Ends it after the round under way. */
  stop?: AbortSignal;
};

export type Siege = {
  violations: string[];
  /** What was found of the product that was broken at the end. */
  violationsOfBroken: string[];
  tally: Tally;
  roundsDone: number;
  /** Rounds whose fault could not be injected here. */
  roundsNotDone: number;
  /** How often each write was acknowledged. */
  acknowledgedWrites: Map<string, number>;
  operations: ReturnType<Operations['report']>;
  /** What the process that used the most used, at first and at any time. */
  usage: { first: ResourceUsage; most: ResourceUsage } | null;
};

/** Runs the siege. Ends after the first round that finds a violation, because later ones would find the same again. */
export async function runSiege({
  seeds,
  rounds,
  processes,
  broken,
  standby,
  only,
  order,
  breakAtEnd,
  patience = 1,
  say,
  stop,
}: SiegeOptions): Promise<Siege> {
  const [firstSeed] = seeds;
  const operations = new Operations(SeededRandom.of(firstSeed, 'operations'));
  const siege: Siege = {
    violations: [],
    violationsOfBroken: [],
    tally: { acknowledged: 0, refused: 0, busy: 0, lost: 0 },
    roundsDone: 0,
    roundsNotDone: 0,
    acknowledgedWrites: new Map(),
    operations: operations.report(),
    usage: null,
  };
  const atEnd = breakAtEnd?.order ?? [];
  const all = rounds + atEnd.length;
  const system = await startSystem({ processes, patience, rounds: all, broken, standby });
  try {
    if (!system.disk && !standby) say('No disk is filled: only root may mount a small one.');
    const fixtures = await insertFixtures(system.direct.db, all);
    const book = new Book(await readFacts(system.direct.db));
    const names = [...drawFaults(SeededRandom.of(firstSeed), rounds, { only, standby, order }), ...atEnd];
    // The first round has no fault: it warms the servers up.
    for (const [nth, name] of [null, ...names].entries()) {
      const isBroken = breakAtEnd !== undefined && nth > rounds;
      // A server that was killed meanwhile begins whole.
      if (isBroken)
        for (const server of system.servers) server.control({ is: 'break', breakage: breakAtEnd.breakage });
      const seed = seeds[nth % seeds.length] ?? firstSeed;
      const begun = performance.now();
      const turn = seed + names.slice(0, Math.max(0, nth - 1)).filter((one) => one === name).length;
      const result = await runRound({ system, fixtures, book, operations, seed, nth, name, turn });
      const usage = await findRoundLeaks(system, siege, { result, say });
      countRound(siege, name, result);
      siege.operations = operations.report();
      say(describeRound({ nth, name, result, usage, seconds: (performance.now() - begun) / 1000 }));
      siege[isBroken ? 'violationsOfBroken' : 'violations'].push(...result.violations);
      if (!isBroken) for (const line of await findInLogs(system.folder, result.violations)) say(line);
      if (result.violations.length > 0 || stop?.aborted) break;
    }
    return siege;
  } finally {
    await system.close();
  }
}

type RoundUsage = { most: ResourceUsage; fullest: string | undefined };

/** Measures the processes after a round, and adds what leaked to its violations. */
async function findRoundLeaks(
  system: SystemUnderTest,
  siege: Siege,
  { result, say }: { result: RoundResult; say: (line: string) => void },
): Promise<RoundUsage> {
  const usage = await measureUsage(system);
  const most = peakUsage([...usage.values()]);
  const [fullest] = [...usage].find(([, { heapBytes }]) => heapBytes === most.heapBytes) ?? [];
  siege.usage ??= { first: most, most };
  const leaks = await findLastingLeaks(siege.usage.first, () => measureUsage(system));
  if (leaks.length > 0) say(`What is on the heaps is in ${await writeHeaps(system)}`);
  result.violations.push(...leaks);
  siege.usage.most = peakUsage([siege.usage.most, most]);
  return { most, fullest };
}

function countRound(siege: Siege, name: FaultName | null, { requests, isDone }: RoundResult): void {
  for (const kind of Object.keys(siege.tally) as (keyof Tally)[]) siege.tally[kind] += requests.tally[kind];
  for (const [write, times] of requests.acknowledgedWrites) {
    siege.acknowledgedWrites.set(write, (siege.acknowledgedWrites.get(write) ?? 0) + times);
  }
  if (name) siege[isDone ? 'roundsDone' : 'roundsNotDone'] += 1;
}

function describeRound({
  nth,
  name,
  result: { requests, violations, noted, isDone },
  usage: { most, fullest },
  seconds,
}: {
  nth: number;
  name: FaultName | null;
  result: RoundResult;
  usage: RoundUsage;
  seconds: number;
}): string {
  const { acknowledged, refused, busy, lost } = requests.tally;
  const verdict = violations.length > 0 ? 'VIOLATION' : isDone ? 'ok   ' : 'not done';
  return `${String(nth).padStart(3)}  ${verdict}  ${name ?? 'no fault'}${noted && ` (${noted})`}: ${acknowledged} done, ${refused} refused, ${busy} busy, ${lost} lost, ${Math.round(most.rssBytes / 1e6)} MB, ${Math.round(most.heapBytes / 1e6)} on the heap of ${fullest}, ${seconds.toFixed(1)} s`;
}
