import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '../../../src/testing/seeded-random.ts';
import { type Answered, ask, timeoutMs } from './ask.ts';
import { beNewcomer } from './be-newcomer.ts';
import type { Book, Outcome, Writing } from './book.ts';
import { type Cast, payersEachAct } from './cast.ts';
import { type Deed, type DoDeed, type Done, drawDeed, enrolIn, type Request } from './deeds.ts';
import { drawDeedOfAdmin, drawDeedOfTeacher } from './deeds-of-staff.ts';
import { type Field, origin } from './field.ts';
import { importRanking } from './import-ranking.ts';
import type { Operations } from './operations.ts';
import { payByCard } from './pay-by-card.ts';
import type { Server } from './start-server.ts';

/** A request that got no answer, and the process that it was sent to. */
export type Lost = {
  server: Server;
  what: string;
  sentAt: number;
  endedAt: number;
  /** A part of a long answer had come. */
  isPart?: boolean;
};

/** How often each kind of answer was seen. */
export type Tally = Record<'acknowledged' | 'refused' | 'busy' | 'lost', number>;

/** The requests of one act. */
export type Play = {
  /** Ends every stream of requests once its last one is answered. */
  stop(): Promise<void>;
  /** Does one deed beside the others. */
  do: DoDeed;
  faults: string[];
  lost: Lost[];
  /** Writes without an answer. */
  halves: Writing[];
  tally: Tally;
  /** How often each deed was acknowledged. */
  deeds: Map<string, number>;
  /** Generated requests that there was no time for. */
  unsent: readonly Request[];
};

const streamsOfStudents = 6;
const streamsOfGenerated = 3;
const newcomersEachAct = 3;
/** Half a minute and more, which no act takes. */
const attemptsOfInsistent = 80;
const pauseMs = 15;

/** Has everybody act on all servers at once, until `stop`. The seed and the act say who does what in which order. */
export function startPlay(
  field: Field,
  cast: Cast,
  book: Book,
  {
    seed,
    act,
    generated,
    operations,
  }: { seed: number; act: number; generated: readonly Request[]; operations: Operations },
): Play {
  let playing = true;
  const unsent = [...generated];
  const play: Play = {
    stop: async () => {
      playing = false;
      await Promise.all(streams);
    },
    do: (deed, server) => doDeed(deed, SeededRandom.of(seed, act, deed.name), server),
    faults: [],
    lost: [],
    halves: [],
    tally: { acknowledged: 0, refused: 0, busy: 0, lost: 0 },
    deeds: new Map(),
    unsent,
  };

  async function send({ name, by, call }: Request, server: Server): Promise<Answered> {
    const address = by?.address ?? '10.9.9.9';
    const sender = { cookie: by?.cookie, origin, address };
    const answered = await ask(server.url, call, sender, timeoutMs * field.patience);
    const { status, headers, text, sentAt, endedAt, isPart } = answered;
    const what = `${name} (${call.method} ${call.path}) at ${server.name}`;
    if (status === 'cut') play.lost.push({ server, what, sentAt, endedAt, isPart });
    else if (status === 'silent') play.faults.push(`${what}: no answer in time`);
    else if (status === 503 && !headers['retry-after']) play.faults.push(`${what}: 503 without Retry-After`);
    else if (status !== 503 && (status >= 500 || status < 200 || isStrayRedirect(status, call.path))) {
      play.faults.push(`${what}: answered ${status} ${text.slice(0, 200)}`);
    }
    play.tally[kindOf(answered)] += 1;
    operations.note(call, status);
    if (status === 'cut') await sleep(100);
    return answered;
  }

  async function doDeed(deed: Deed, chance: SeededRandom, at?: Server): Promise<Done> {
    const keys = deed.writes.map(([key]) => key);
    if (!book.isCertain(...keys)) return { outcome: 'refused', answered: null };
    const before = deed.writes.map(([key]) => [key, book.valueOf(key)] as const);
    let done: Done = { outcome: 'unknown', answered: null };
    // Who has the key may send it again, to any server, and gets the one effect.
    const attempts = deed.insists ? attemptsOfInsistent : deed.keyed ? 3 : 1;
    for (let attempt = 1; done.outcome === 'unknown' && attempt <= attempts; attempt++) {
      if (attempt > 1) await sleep(deed.insists ? 500 : 200);
      const server = at ?? chance.pick(field.servers);
      const answered = await send(deed, server);
      done = { outcome: outcomeOf(answered), answered };
      if (attempt === 1 || done.outcome !== 'refused') continue;
      // An earlier attempt may have had its effect, which a later one is then refused for.
      done = { outcome: 'unknown', answered };
      if (deed.insists) break;
    }
    const { outcome } = done;
    book.note(deed.writes, outcome);
    const changes = deed.writes.filter(([, value], nth) => before[nth]?.[1] !== value);
    if (outcome === 'unknown' && changes.length > 1) play.halves.push(changes);
    if (outcome === 'acknowledged') play.deeds.set(deed.name, (play.deeds.get(deed.name) ?? 0) + 1);
    return done;
  }

  async function stream(name: string, draw: (chance: SeededRandom) => Deed | null): Promise<void> {
    for (let step = 0; playing; step++) {
      // Each step draws by itself: how an earlier one ended changes nothing for it.
      const chance = SeededRandom.of(seed, act, name, step);
      const deed = draw(chance);
      if (deed) await doDeed(deed, chance);
      await sleep(pauseMs);
    }
  }

  /** Every student wants one of three seats, on all servers at once. */
  async function rush(): Promise<void> {
    const chance = SeededRandom.of(seed, act, 'rush');
    const id = cast.rushedClasses[act];
    await sleep(chance.between(300, 1200));
    if (!id) return;
    const rushing = cast.students.map((student, nth) =>
      doDeed(enrolIn(id, student), SeededRandom.of(seed, act, 'rush', nth)),
    );
    await Promise.all(rushing);
  }

  async function streamOfPayers(): Promise<void> {
    const own = cast.payers.slice(act * payersEachAct, (act + 1) * payersEachAct);
    for (const [nth, payer] of own.entries()) {
      if (!playing) return;
      const chance = SeededRandom.of(seed, act, 'payer', nth);
      const parts = { db: field.direct.db, outside: field.outside, book };
      await payByCard(
        { ...parts, send: (request) => send(request, chance.pick(field.servers)) },
        payer,
        chance,
      );
      await sleep(chance.between(0, 400));
    }
  }

  /** Newcomers one after another, and an import beside the first of them. */
  async function streamOfStories(): Promise<void> {
    const parts = { db: field.direct.db, cast, nth: act, act: play.do };
    const importing = importRanking(parts, SeededRandom.of(seed, act, 'import'));
    for (let nth = 0; playing && nth < newcomersEachAct; nth++) {
      await beNewcomer(parts, SeededRandom.of(seed, act, 'newcomer', nth));
      await sleep(pauseMs);
    }
    await importing;
  }

  async function streamOfGenerated(): Promise<void> {
    while (playing) {
      const request = unsent.shift();
      if (!request) return;
      await send(request, SeededRandom.of(seed, act, request.name).pick(field.servers));
      await sleep(pauseMs);
    }
  }

  const share = Math.ceil(cast.students.length / streamsOfStudents);
  const streams = [
    ...Array.from({ length: streamsOfStudents }, (_, nth) => {
      const own = cast.students.slice(nth * share, (nth + 1) * share);
      return stream(`students-${nth}`, (chance) => drawDeed(chance, own, cast, book));
    }),
    stream('teacher', (chance) => drawDeedOfTeacher(chance, cast, book)),
    stream('admin', (chance) => drawDeedOfAdmin(chance, cast, book)),
    rush(),
    streamOfPayers(),
    streamOfStories(),
    ...Array.from({ length: streamsOfGenerated }, streamOfGenerated),
  ];
  return play;
}

/** Only the way back from a provider of sign-ins leads on to a page. */
const isStrayRedirect = (status: number, path: string) =>
  status >= 300 && status < 400 && !path.startsWith('/api/auth/callback/');

function kindOf({ status }: Answered): keyof Tally {
  if (typeof status === 'string') return 'lost';
  if (status < 400) return 'acknowledged';
  return status < 500 ? 'refused' : 'busy';
}

/** A 503 promises nothing: the commit may have reached the database before the connection broke. */
function outcomeOf(answered: Answered): Outcome {
  const kind = kindOf(answered);
  if (kind === 'acknowledged') return 'acknowledged';
  return kind === 'refused' ? 'refused' : 'unknown';
}
