import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../../../src/testing/seeded-random.ts';
import { notDone } from './faults/fault.ts';
import { type FaultName, faults, heal, takesDatabaseAway } from './faults/faults.ts';
import { checkData, findLateRecovery } from './judge/check-data.ts';
import { findUnansweredRequests } from './judge/find-unanswered-requests.ts';
import type { Book } from './load/book.ts';
import type { Fixtures } from './load/fixtures.ts';
import { generateRequests } from './load/generate-requests.ts';
import { type Load, startLoad } from './load/load.ts';
import type { LoadRequests } from './load/load-requests.ts';
import type { Operations } from './load/operations.ts';
import { revoke } from './load/revoke.ts';
import { streamPaths } from './load/watch-streams.ts';
import type { Request } from './load/writes.ts';
import type { SystemUnderTest } from './servers/system-under-test.ts';

const operationsEachRound = 14;

export type Round = {
  system: SystemUnderTest;
  fixtures: Fixtures;
  book: Book;
  operations: Operations;
  seed: number;
  nth: number;
  /** Null for a round without a fault. */
  name: FaultName | null;
  turn: number;
};

export type RoundResult = {
  requests: LoadRequests;
  violations: string[];
  /** What the fault says of itself. */
  noted: string;
  /** Whether its fault could be injected. */
  isDone: boolean;
};

/** Starts the load, injects one fault, ends it, stops the load and checks everything. */
export async function runRound({
  system,
  fixtures,
  book,
  operations,
  seed,
  nth,
  name,
  turn,
}: Round): Promise<RoundResult> {
  const chance = SeededRandom.of(seed, nth, 'fault');
  const violations: string[] = [];
  const notes: string[] = [];
  const [server] = system.servers;
  if (!server) throw new Error('a siege needs a server');
  const toSend = operations.next(operationsEachRound);
  const generated = await generateRequests(system.direct.db, server, chance, toSend);
  const load = startLoad(system, fixtures, book, { seed, round: nth, generated, operations });
  const { requests, sendWrite } = load;
  await sleep(chance.between(300, 700));
  const member = fixtures.revokedMembers[nth - 1];
  const afterMs = chance.between(0, 800);
  const revoking = member && revoke(system, { fixtures, member, sendWrite, afterMs });
  const context = { system, fixtures, book, nth, sendWrite };
  const note = (words: string) => notes.push(words);
  const did = name && (await faults[name]({ system, chance, violations, note, context, turn }));
  if (!name) await warmUp(requests);
  await heal(system);
  await sleep(500);
  await untilSomethingIsDone(requests, system);
  await load.stop();
  violations.push(...(await findLateRecovery(system)));
  if (revoking) violations.push(...(await revoking));
  for (const path of revoking ? streamPaths : []) operations.note({ method: 'GET', path }, 200);
  operations.giveBack(findUnsent(generated, load));
  const isAway = name !== null && takesDatabaseAway(name);
  violations.push(...requests.violations, ...findUnansweredRequests(requests.lost, isAway, system.patience));
  if (violations.length === 0 || name)
    violations.push(...(await checkData(system, fixtures, book, requests)));
  if (requests.tally.acknowledged === 0) violations.push('nothing was done in this round');
  return { requests, violations, noted: notes.join(', '), isDone: did !== notDone };
}

/** A busy machine may have done nothing yet. */
async function untilSomethingIsDone({ tally }: LoadRequests, { patience }: SystemUnderTest): Promise<void> {
  for (let waited = 0; tally.acknowledged === 0 && waited < 50 * patience; waited++) await sleep(100);
}

/** Until the servers have done enough to hold what they hold at work; a busy machine takes longer. */
async function warmUp({ tally }: LoadRequests): Promise<void> {
  for (let waited = 0; tally.acknowledged < 200 && waited < 100; waited++) await sleep(100);
}

/** The operations of which no request was sent. */
function findUnsent(generated: readonly Request[], { unsent }: Load): string[] {
  const sent = new Set(generated.slice(0, generated.length - unsent.length).map(({ name }) => name));
  return [...new Set(unsent.map(({ name }) => name))].filter((name) => !sent.has(name));
}
