import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../../../src/testing/seeded-random.ts';
import { type ActName, acts, drawActs, heal, notDone, takesDatabaseAway } from './acts.ts';
import { Book } from './book.ts';
import type { Breakage } from './broken-products.ts';
import { type Cast, makeCast } from './cast.ts';
import {
  checkData,
  countHeld,
  findLastingLeaks,
  findLateRecovery,
  findUnansweredRequests,
  mostHeld,
  writeHeaps,
} from './check.ts';
import type { Request } from './deeds.ts';
import { type Field, openField } from './field.ts';
import { generateRequests } from './generate-requests.ts';
import { Operations } from './operations.ts';
import type { Held } from './orders.ts';
import { type Play, startPlay, type Tally } from './play.ts';
import { readFacts } from './read-facts.ts';
import { revoke } from './revoke.ts';
import { streamPaths } from './watch-streams.ts';

export type SiegeOptions = {
  /** The acts have them in turn. */
  seeds: readonly [number, ...number[]];
  acts: number;
  processes: number;
  broken: Breakage | null;
  /** Whether the database has a standby, whose machine may have to take over. */
  standby: boolean;
  /** Only acts whose name contains this. */
  only: string;
  /** These acts, in the place of drawn ones. */
  order?: readonly ActName[];
  /** After all others, these acts against a product that is broken from then on, until one of them finds it. */
  breakAtEnd?: { breakage: Breakage; order: readonly ActName[] };
  /** How many times longer than on an idle machine anything may take before it is late. */
  patience?: number;
  say: (line: string) => void;
  /** Ends it after the act under way. */
  stop?: AbortSignal;
};

export type Siege = {
  faults: string[];
  /** What was found of the product that was broken at the end. */
  faultsOfBroken: string[];
  tally: Tally;
  actsDone: number;
  /** Acts that could not be done here. */
  actsNotDone: number;
  /** How often each deed was acknowledged. */
  deeds: Map<string, number>;
  operations: ReturnType<Operations['report']>;
  /** What the process that held the most held, at first and at any time. */
  held: { first: Held; most: Held } | null;
};

const operationsEachAct = 14;

/** Runs the siege. Ends after the first act that finds a fault, because later ones would find the same again. */
export async function runSiege({
  seeds,
  acts: count,
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
    faults: [],
    faultsOfBroken: [],
    tally: { acknowledged: 0, refused: 0, busy: 0, lost: 0 },
    actsDone: 0,
    actsNotDone: 0,
    deeds: new Map(),
    operations: operations.report(),
    held: null,
  };
  const atEnd = breakAtEnd?.order ?? [];
  const all = count + atEnd.length;
  const field = await openField({ processes, patience, acts: all, broken, standby });
  try {
    if (!field.disk && !standby) say('No disk is filled: only root may mount a small one.');
    const cast = await makeCast(field.direct.db, all);
    const book = new Book(await readFacts(field.direct.db));
    const names = [...drawActs(SeededRandom.of(firstSeed), count, { only, standby, order }), ...atEnd];
    for (const [nth, name] of [null, ...names].entries()) {
      const isBroken = breakAtEnd !== undefined && nth > count;
      // A server that was killed meanwhile begins whole.
      if (isBroken)
        for (const server of field.servers) server.order({ is: 'break', breakage: breakAtEnd.breakage });
      const seed = seeds[nth % seeds.length] ?? firstSeed;
      const begun = performance.now();
      const turn = seed + names.slice(0, Math.max(0, nth - 1)).filter((one) => one === name).length;
      const atHand = { field, cast, book, operations, seed, nth, name, turn };
      const { play, faults, noted, isDone } = await playAct(atHand);
      const held = await countHeld(field);
      const most = mostHeld([...held.values()]);
      const [fullest] = [...held].find(([, { heapBytes }]) => heapBytes === most.heapBytes) ?? [];
      siege.held ??= { first: most, most };
      const leaks = await findLastingLeaks(siege.held.first, () => countHeld(field));
      if (leaks.length > 0) say(`What is on the heaps is in ${await writeHeaps(field)}`);
      faults.push(...leaks);
      siege.held.most = mostHeld([siege.held.most, most]);
      for (const kind of Object.keys(siege.tally) as (keyof Tally)[]) siege.tally[kind] += play.tally[kind];
      for (const [deed, times] of play.deeds) siege.deeds.set(deed, (siege.deeds.get(deed) ?? 0) + times);
      siege.operations = operations.report();
      if (name) siege[isDone ? 'actsDone' : 'actsNotDone'] += 1;
      const { acknowledged, refused, busy, lost } = play.tally;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      const verdict = faults.length > 0 ? 'FAULT' : isDone ? 'ok   ' : 'not done';
      say(
        `${String(nth).padStart(3)}  ${verdict}  ${name ?? 'calm'}${noted && ` (${noted})`}: ${acknowledged} done, ${refused} refused, ${busy} busy, ${lost} lost, ${Math.round(most.rssBytes / 1e6)} MB, ${Math.round(most.heapBytes / 1e6)} on the heap of ${fullest}, ${seconds} s`,
      );
      siege[isBroken ? 'faultsOfBroken' : 'faults'].push(...faults);
      if (faults.length > 0 || stop?.aborted) break;
    }
    return siege;
  } finally {
    await field.close();
  }
}

type ActAtHand = {
  field: Field;
  cast: Cast;
  book: Book;
  operations: Operations;
  seed: number;
  nth: number;
  name: ActName | null;
  turn: number;
};

async function playAct({ field, cast, book, operations, seed, nth, name, turn }: ActAtHand) {
  const chance = SeededRandom.of(seed, nth, 'act');
  const faults: string[] = [];
  const notes: string[] = [];
  const [server] = field.servers;
  if (!server) throw new Error('a siege needs a server');
  const toPlay = operations.next(operationsEachAct);
  const generated = await generateRequests(field.direct.db, server, chance, toPlay);
  const play = startPlay(field, cast, book, { seed, act: nth, generated, operations });
  await sleep(chance.between(300, 700));
  const guest = cast.guests[nth - 1];
  const afterMs = chance.between(0, 800);
  const revoking = guest && revoke(field, { cast, guest, act: play.do, afterMs });
  const scene = { field, cast, book, nth, act: play.do };
  const note = (words: string) => notes.push(words);
  const did = name && (await acts[name]({ field, chance, faults, note, scene, turn }));
  if (!name) await warmUp(play);
  await heal(field);
  await sleep(500);
  await untilSomethingIsDone(play, field);
  await play.stop();
  faults.push(...(await findLateRecovery(field)));
  if (revoking) faults.push(...(await revoking));
  for (const path of revoking ? streamPaths : []) operations.note({ method: 'GET', path }, 200);
  operations.giveBack(findUnplayed(generated, play));
  const isAway = name !== null && takesDatabaseAway(name);
  faults.push(...play.faults, ...findUnansweredRequests(play.lost, isAway, field.patience));
  if (faults.length === 0 || name) faults.push(...(await checkData(field, cast, book, play)));
  if (play.tally.acknowledged === 0) faults.push('nothing was done in this act');
  return { play, faults, noted: notes.join(', '), isDone: did !== notDone };
}

/** A busy machine may have done nothing yet. */
async function untilSomethingIsDone({ tally }: Play, { patience }: Field): Promise<void> {
  for (let waited = 0; tally.acknowledged === 0 && waited < 50 * patience; waited++) await sleep(100);
}

/** Until the servers have done enough to hold what they hold at work; a busy machine takes longer. */
async function warmUp({ tally }: Play): Promise<void> {
  for (let waited = 0; tally.acknowledged < 200 && waited < 100; waited++) await sleep(100);
}

/** The operations of which no request was sent. */
function findUnplayed(generated: readonly Request[], { unsent }: Play): string[] {
  const sent = new Set(generated.slice(0, generated.length - unsent.length).map(({ name }) => name));
  return [...new Set(unsent.map(({ name }) => name))].filter((name) => !sent.has(name));
}
