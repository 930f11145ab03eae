import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ActName, acts, drawActs, heal, takesDatabaseAway } from './acts.ts';
import { Book } from './book.ts';
import type { Breakage } from './broken-products.ts';
import { type Cast, makeCast } from './cast.ts';
import { Chance } from './chance.ts';
import { checkData, countHeld, findLateRecovery, findLeaks, findUnansweredRequests } from './check.ts';
import { endSessionsOf } from './deeds-of-staff.ts';
import { type Field, openField } from './field.ts';
import { generateRequests } from './generate-requests.ts';
import { type Play, startPlay, type Tally } from './play.ts';
import { readFacts } from './read-facts.ts';
import type { Held } from './start-server.ts';
import { watchStream } from './watch-streams.ts';

export type SiegeOptions = {
  seed: number;
  acts: number;
  processes: number;
  broken: Breakage | null;
  /** Whether the database has a standby, whose machine may have to take over. */
  standby: boolean;
  /** Only acts whose name contains this. */
  only: string;
  say: (line: string) => void;
  /** Ends it after the act under way. */
  stop?: AbortSignal;
};

export type Siege = { faults: string[]; tally: Tally; actsDone: number };

/** The revoked lose their streams within this time. */
const streamLimitMs = 5000;
const operationsEachAct = 8;

/** Lays siege to the product. Ends after the first act that finds a fault, because what follows would be its echo. */
export async function runSiege({
  seed,
  acts: count,
  processes,
  broken,
  standby,
  only,
  say,
  stop,
}: SiegeOptions): Promise<Siege> {
  const siege: Siege = {
    faults: [],
    tally: { acknowledged: 0, refused: 0, busy: 0, lost: 0 },
    actsDone: 0,
  };
  const field = await openField({ processes, acts: count, broken, standby });
  try {
    if (!field.disk && !standby) say('No disk is filled: only root may mount a small one.');
    const cast = await makeCast(field.direct.db, count);
    const book = new Book(await readFacts(field.direct.db));
    const names = drawActs(new Chance(seed), count, { only, standby });
    let first: Held | null = null;
    for (const [nth, name] of [null, ...names].entries()) {
      const begun = performance.now();
      const { play, faults, noted } = await playAct({ field, cast, book, seed, nth, name });
      const held = await countHeld(field);
      first ??= mostHeld([...held.values()]);
      faults.push(...findLeaks(first, held));
      for (const kind of Object.keys(siege.tally) as (keyof Tally)[]) siege.tally[kind] += play.tally[kind];
      if (name) siege.actsDone = nth;
      const { acknowledged, refused, busy, lost } = play.tally;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      say(
        `${String(nth).padStart(3)}  ${faults.length > 0 ? 'FAULT' : 'ok   '}  ${name ?? 'calm'}${noted && ` (${noted})`}: ${acknowledged} done, ${refused} refused, ${busy} busy, ${lost} lost, ${seconds} s`,
      );
      siege.faults.push(...faults);
      if (faults.length > 0 || stop?.aborted) break;
    }
    return siege;
  } finally {
    await field.close();
  }
}

type ActAtHand = { field: Field; cast: Cast; book: Book; seed: number; nth: number; name: ActName | null };

async function playAct({ field, cast, book, seed, nth, name }: ActAtHand) {
  const chance = new Chance(seed, nth, 'act');
  const faults: string[] = [];
  const notes: string[] = [];
  const [server] = field.servers;
  if (!server) throw new Error('a siege needs a server');
  const generated = await generateRequests(field.direct.db, server, chance, operationsEachAct);
  const play = startPlay(field, cast, book, { seed, act: nth, generated });
  await sleep(chance.between(300, 700));
  const revoking = name && revoke(field, cast, play, { nth, afterMs: chance.between(0, 800) });
  if (name) await acts[name]({ field, chance, faults, note: (said) => notes.push(said) });
  else await warmUp(play);
  await heal(field);
  await sleep(500);
  await play.stop();
  faults.push(...(await findLateRecovery(field)));
  if (revoking) faults.push(...(await revoking));
  faults.push(...play.faults, ...findUnansweredRequests(play.lost, name !== null && takesDatabaseAway(name)));
  if (faults.length === 0 || name) faults.push(...(await checkData(field, cast, book, play)));
  if (play.tally.acknowledged === 0) faults.push('nothing was done in this act');
  return { play, faults, noted: notes.join(', ') };
}

/** Until the servers have done enough to hold what they hold at work; a busy machine takes longer. */
async function warmUp({ tally }: Play): Promise<void> {
  for (let waited = 0; tally.acknowledged < 200 && waited < 100; waited++) await sleep(100);
}

/** Ends the sessions of a guest in the middle of the act. Once that is acknowledged, their streams have to end. */
async function revoke(
  { servers: all }: Field,
  cast: Cast,
  play: Play,
  { nth, afterMs }: { nth: number; afterMs: number },
): Promise<string[]> {
  const guest = cast.guests[nth - 1];
  if (!guest) return [];
  const servers = [...all];
  const opened = await Promise.allSettled(servers.map((server) => watchStream(server, guest)));
  const streams = opened.flatMap((stream) => (stream.status === 'fulfilled' ? [stream.value] : []));
  await sleep(afterMs);
  const outcome = await play.do(endSessionsOf(cast, guest));
  const acknowledgedAt = performance.now();
  const isOpen = () => streams.filter(({ closedAt, server }) => closedAt === null && !server.ended);
  if (outcome === 'acknowledged') {
    while (isOpen().length > 0 && performance.now() < acknowledgedAt + streamLimitMs) await sleep(20);
  }
  const late = outcome === 'acknowledged' ? isOpen() : [];
  for (const stream of streams) stream.close();
  return late.map(({ server }) => `a stream at ${server.name} is open 5 s after its session was ended`);
}

function mostHeld(held: readonly Held[]): Held {
  return {
    heapBytes: Math.max(...held.map(({ heapBytes }) => heapBytes)),
    descriptors: Math.max(...held.map(({ descriptors }) => descriptors ?? 0)),
  };
}
