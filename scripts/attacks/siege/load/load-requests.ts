import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Server } from '../servers/start-server.ts';
import { origin, type SystemUnderTest } from '../servers/system-under-test.ts';
import { type Answered, ask, timeoutMs } from './ask.ts';
import type { Book, Effects, Outcome } from './book.ts';
import type { Operations } from './operations.ts';
import type { Request, Write, WriteResult } from './writes.ts';

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

/** Half a minute and more, which no round takes. */
const attemptsUntilAcknowledged = 80;

/** Sends the requests of one round and keeps what came of them. */
export class LoadRequests {
  readonly violations: string[] = [];
  readonly lost: Lost[] = [];
  /** What writes without an answer change: each of them wholly, or not at all. */
  readonly unanswered: Effects[] = [];
  readonly tally: Tally = { acknowledged: 0, refused: 0, busy: 0, lost: 0 };
  /** How often each write was acknowledged. */
  readonly acknowledgedWrites = new Map<string, number>();
  readonly #system: SystemUnderTest;
  readonly #book: Book;
  readonly #operations: Operations;

  constructor(system: SystemUnderTest, book: Book, operations: Operations) {
    this.#system = system;
    this.#book = book;
    this.#operations = operations;
  }

  async send({ name, by, call }: Request, server: Server): Promise<Answered> {
    const address = by?.address ?? '10.9.9.9';
    const sender = { cookie: by?.cookie, origin, address };
    const answered = await ask(server.url, call, sender, timeoutMs * this.#system.patience);
    const { status, sentAt, endedAt, isPart } = answered;
    const what = `${name} (${call.method} ${call.path}) at ${server.name}`;
    if (status === 'cut') this.lost.push({ server, what, sentAt, endedAt, isPart });
    const violation = violationOf(answered, call.path);
    if (violation) this.violations.push(`${what}: ${violation}`);
    this.tally[kindOf(answered)] += 1;
    this.#operations.note(call, status);
    if (status === 'cut') await sleep(100);
    return answered;
  }

  /** Sends a write to any server, or to one, again where that has no second effect, and notes it in the book. */
  async sendWrite(write: Write, chance: SeededRandom, at?: Server): Promise<WriteResult> {
    const keys = write.effects.map(([key]) => key);
    if (!this.#book.isCertain(...keys)) return { outcome: 'refused', answered: null };
    const before = write.effects.map(([key]) => [key, this.#book.valueOf(key)] as const);
    const result = await this.#sendUntilKnown(write, chance, at);
    const { outcome } = result;
    this.#book.note(write.effects, outcome);
    const changes = write.effects.filter(([, value], nth) => before[nth]?.[1] !== value);
    if (outcome === 'unknown' && changes.length > 1) this.unanswered.push(changes);
    if (outcome === 'acknowledged') {
      this.acknowledgedWrites.set(write.name, (this.acknowledgedWrites.get(write.name) ?? 0) + 1);
    }
    return result;
  }

  async #sendUntilKnown(write: Write, chance: SeededRandom, at?: Server): Promise<WriteResult> {
    let result: WriteResult = { outcome: 'unknown', answered: null };
    // A client that has the key may send it again, to any server, and gets the one effect.
    const attempts = write.untilAcknowledged ? attemptsUntilAcknowledged : write.keyed ? 3 : 1;
    for (let attempt = 1; result.outcome === 'unknown' && attempt <= attempts; attempt++) {
      if (attempt > 1) await sleep(write.untilAcknowledged ? 500 : 200);
      const server = at ?? chance.pick(this.#system.servers);
      const answered = await this.send(write, server);
      result = { outcome: outcomeOf(answered), answered };
      if (attempt === 1 || result.outcome !== 'refused') continue;
      // An earlier attempt may have had its effect, which a later one is then refused for.
      result = { outcome: 'unknown', answered };
      if (write.untilAcknowledged) break;
    }
    return result;
  }
}

/**
 * What is wrong with an answer by itself; null for nothing. A lost one is judged once it is known which process ended.
 */
function violationOf({ status, headers, text }: Answered, path: string): string | null {
  if (status === 'cut') return null;
  if (status === 'silent') return 'no answer in time';
  if (status === 503) return headers['retry-after'] ? null : '503 without Retry-After';
  const isWrong = status >= 500 || status < 200 || isStrayRedirect(status, path);
  return isWrong ? `answered ${status} ${text.slice(0, 200)}` : null;
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
