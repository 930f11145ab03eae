import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { figuresOf } from '../drive.ts';
import type { Member } from '../sign-in.ts';
import type { Sumi } from '../start-servers.ts';
import { closeStreams, mostStreams, openStreams, type Stream } from './open-streams.ts';
import { count, type Figure, median, seconds } from './print-figures.ts';

export type StreamsPlan = { streams: number; writes: number; writesASecond: number; rounds: number };

type Arena = {
  sumi: Sumi;
  /** Two sessions of each person: two browsers. */
  sessions: readonly (readonly Member[])[];
  classIds: readonly string[];
  plan: StreamsPlan;
};

const target = { hearsMs: 1000, bytesAStream: 25_000 };
/** A hint that comes later counts as lost. */
const longestMs = 15_000;
/** Longer than the pause after a hint for everybody, in which the next one waits. */
const betweenRoundsMs = 2500;

/**
 * Opens a stream for each browser and measures memory, and how long hints take to reach browsers while all are open.
 */
export async function measureStreams({ sumi, sessions, classIds, plan }: Arena): Promise<Figure[]> {
  const wanted = Math.min(plan.streams, Math.floor(mostStreams() / 2) * 2);
  if (wanted < plan.streams)
    console.log(`this machine lets a process open ${wanted} streams: raise ulimit -n for ${plan.streams}`);
  const browsers = sessions.slice(0, wanted / 2).flat();

  // Some streams that were closed again: what the first ones load belongs to no stream.
  closeStreams(await openStreams(sumi.port, browsers.slice(0, 200)));
  await sleep(2000);
  const before = await sumi.collectGarbage();
  const begun = performance.now();
  const streams = await openStreams(sumi.port, browsers);
  const opening = performance.now() - begun;
  const after = await sumi.collectGarbage();
  const bytes = (after.rss - before.rss) / streams.length;
  const heap = (after.heapUsed - before.heapUsed) / streams.length;

  const own = await hearOwnWrites(sumi, streams, sessions.slice(0, wanted / 2), plan);
  const everybody = await hearEverybody(sumi, streams, sessions, classIds, plan);
  const lost = streams.filter(({ isOpen }) => !isOpen).length;
  closeStreams(streams);

  const all = count(streams.length);
  return [
    {
      name: `${all} streams open`,
      measured: `${count(streams.length - lost)} to the end; opened in ${seconds(opening)}`,
      target: count(plan.streams),
      isReached: lost === 0 && streams.length >= plan.streams,
    },
    {
      name: `a purchase, until both browsers of its buyer hear (${count(own.length)} at ${plan.writesASecond} a second), p50 / p99 / slowest`,
      measured: latenciesOf(own),
      target: `p99 within ${seconds(target.hearsMs)}`,
      isReached: figuresOf(own, 1).p99 <= target.hearsMs,
    },
    {
      name: `an enrolment, until the last of ${all} browsers hears (${everybody.length} times), median / slowest`,
      measured: `${seconds(median(everybody))} / ${seconds(Math.max(...everybody))}`,
      target: 'every browser',
      isReached: everybody.every((ms) => ms < longestMs),
    },
    {
      name: 'memory of the server for each open stream',
      measured: `${(bytes / 1000).toFixed(1)} kB, of which the heap ${(heap / 1000).toFixed(1)} kB`,
      target: `below ${target.bytesAStream / 1000} kB`,
      isReached: bytes < target.bytesAStream,
    },
  ];
}

/**
 * Purchases of different people, at a steady rate; for each the time from its request to the last of its buyer's
 * browsers.
 */
async function hearOwnWrites(
  sumi: Sumi,
  streams: readonly Stream[],
  people: readonly (readonly Member[])[],
  { writes, writesASecond }: StreamsPlan,
): Promise<number[]> {
  const byPerson = Map.groupBy(streams, ({ personId }) => personId);
  const purchases: Promise<number>[] = [];
  const begun = performance.now();
  for (let nth = 0; nth < writes; nth++) {
    await sleep(Math.max(0, begun + (nth * 1000) / writesASecond - performance.now()));
    // A stride without a common factor, so that neighbours in time are no neighbours in the list.
    const [buyer] = people[(nth * 7) % people.length] as [Member];
    const heard = untilAllHear(byPerson.get(buyer.id) ?? [], 'coins.changed');
    const bought = post(sumi, buyer, '/api/store/orders', { itemId: 'custom-avatar' });
    const purchase = Promise.all([heard, bought]).then(([ms]) => ms);
    // A failure is thrown below; until then it is no unhandled one.
    purchase.catch(() => {});
    purchases.push(purchase);
  }
  return Promise.all(purchases);
}

/** Enrolments, one after another, each of which every open page is told of. */
async function hearEverybody(
  sumi: Sumi,
  streams: readonly Stream[],
  people: readonly (readonly Member[])[],
  classIds: readonly string[],
  { rounds }: StreamsPlan,
): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(betweenRoundsMs);
    const [student] = people[round] as [Member];
    const heard = untilAllHear(streams, 'classes.changed');
    await post(sumi, student, `/api/classes/${classIds[round % classIds.length]}/enrolment`, {});
    took.push(await heard);
  }
  return took;
}

/** Milliseconds from now until each of the streams has been told of this kind of event. */
function untilAllHear(streams: readonly Stream[], kind: string): Promise<number> {
  const from = performance.now();
  const unheard = new Set(streams);
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`${unheard.size} of ${streams.length} streams did not hear ${kind}`)),
      longestMs,
    );
    for (const stream of streams) {
      stream.onHint = (heard) => {
        if (heard !== kind || !unheard.delete(stream) || unheard.size > 0) return;
        clearTimeout(late);
        resolve(performance.now() - from);
      };
    }
  });
}

async function post({ port, origin }: Sumi, { cookie }: Member, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
}

function latenciesOf(samples: readonly number[]): string {
  const { p50, p99 } = figuresOf([...samples], 1);
  return [p50, p99, Math.max(...samples)].map(seconds).join(' / ');
}
