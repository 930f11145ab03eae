import { sql } from 'kysely';
import { type Handler, soon } from '#server/jobs/due-work.ts';
import type { Community } from '../community.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { Book } from './book.ts';
import { isAway, type Participant, type Participants } from './participants.ts';
import type { Arrival, UnreliableChannels } from './unreliable-channels.ts';

export type Answer = { ok: boolean; code: string; body: Record<string, unknown> };
type ScheduledAction = { at: number; run: () => Promise<unknown> };

/** A message that arrived, with the notice that it is of. */
export type Received = {
  arrival: Arrival;
  notice: {
    id: string;
    userId: string;
    kind: string;
    about: string | null;
    detail: Record<string, string>;
    createdAt: Date;
  };
};

/** The instant at which the month begins, what the server does by itself, and what a message sets off. */
export type SimulationParts = {
  from: Date;
  handlers: readonly Handler[];
  moveTo: (to: Date) => Promise<void>;
  onReceived: (received: Received) => void;
};

const tickMs = 10 * 60_000;

/** A month under simulation: one product, one clock, and what people are about to do. */
export class Simulation {
  readonly book = new Book();
  /** Whatever went against the rules, in words. */
  readonly violations: string[] = [];
  readonly participantsById = new Map<string, Participant>();
  /** How often each operation was asked for. */
  readonly asked = new Map<string, number>();
  /** How often each code refused a request that could expect it. */
  readonly refused = new Map<string, number>();
  readonly received: Received[] = [];
  readonly #scheduled = new Map<number, ScheduledAction[]>();
  #now: Date;
  #arrivalsSeen = 0;
  /** When something becomes due next; until then no look at the database finds anything. */
  #nextDue = new Date(0);

  readonly community: Community;
  readonly chance: SeededRandom;
  readonly participants: Participants;
  readonly channels: UnreliableChannels;
  readonly parts: SimulationParts;

  constructor(
    community: Community,
    chance: SeededRandom,
    participants: Participants,
    channels: UnreliableChannels,
    parts: SimulationParts,
  ) {
    this.community = community;
    this.chance = chance;
    this.participants = participants;
    this.channels = channels;
    this.parts = parts;
    this.#now = parts.from;
    for (const participant of [participants.admin, ...participants.teachers, ...participants.learners])
      this.participantsById.set(participant.id, participant);
  }

  get now(): Date {
    return this.#now;
  }

  participant(id: string): Participant {
    const found = this.participantsById.get(id);
    if (!found) throw new Error(`no person ${id} takes part`);
    return found;
  }

  /** Has something done at an instant; what is in the past by now, is not done. */
  plan(at: Date, run: () => Promise<unknown>): void {
    if (at <= this.#now) return;
    const tick = Math.floor(at.getTime() / tickMs);
    const actions = this.#scheduled.get(tick) ?? [];
    // Between two ticks: what is due on the tick itself, such as a reminder, has been done by then.
    actions.push({ at: Math.max(at.getTime(), tick * tickMs + 1000), run });
    this.#scheduled.set(tick, actions);
  }

  /**
   * One request of a person. A refusal that they could not expect is a violation, and so is any failure. For a person
   * who is suspended or gone, any answer but 401 is one.
   */
  async ask(
    person: Participant,
    method: string,
    path: string,
    body?: unknown,
    { refusals = [], headers }: { refusals?: readonly string[]; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const name = `${method} ${path.replace(/[0-9a-f-]{36}|\d{4}-\d\d(-\d\d)?/g, '…').replace(/\?.*/, '')}`;
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    const answer = await this.community.request(person, method, path, body, headers);
    const answered = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    const code = answer.ok ? '' : String(answered.code ?? answer.status);
    if (isAway(person, this.now)) {
      if (answer.status !== 401)
        this.noteViolation(`${name} of ${person.name}, who is away: ${answer.status} ${code}`);
      return { ok: false, code, body: {} };
    }
    if (!answer.ok && !refusals.includes(code)) {
      this.noteViolation(`${name} of ${person.name}: ${answer.status} ${code}`);
    }
    if (!answer.ok) this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
    return { ok: answer.ok, code, body: answered };
  }

  noteViolation(words: string): void {
    this.violations.push(`${this.#now.toISOString()} ${words}`);
  }

  /** Runs from here until an instant, in steps of ten minutes; `each` is done first on each step. */
  async runUntil(until: Date, each: (now: Date) => Promise<void>): Promise<void> {
    const wanted = new Set<string>();
    const note = (kind: string) => void wanted.add(kind);
    soon.on('due', note);
    try {
      for (let tick = this.#now.getTime(); tick < until.getTime(); tick += tickMs) {
        await this.#moveTo(new Date(tick));
        await this.#runDue(null);
        wanted.clear();
        await each(this.#now);
        const number = Math.floor(tick / tickMs);
        const actions = this.#scheduled.get(number) ?? [];
        this.#scheduled.delete(number);
        if (actions.length > 0) this.#nextDue = new Date(0);
        // What is planned for this step while it runs is done in it too.
        for (let next = first(actions); next; next = first(actions, this.#scheduled.get(number))) {
          await this.#moveTo(new Date(Math.max(next.at, this.#now.getTime())));
          await next.run();
          if (wanted.size > 0) await this.#runDue(wanted);
          wanted.clear();
        }
        this.#scheduled.delete(number);
      }
      await this.#moveTo(until);
      await this.#runDue(null);
    } finally {
      soon.off('due', note);
    }
  }

  async #moveTo(now: Date): Promise<void> {
    this.#now = now;
    this.community.setNow(now);
    await this.parts.moveTo(now);
  }

  /** Does what is due, as a server does: of these kinds right after a commit, of all kinds when it looks. */
  async #runDue(kinds: ReadonlySet<string> | null): Promise<void> {
    if (!kinds && this.#nextDue > this.#now) return;
    // One kind makes others due: an offer is followed by its letter.
    for (let round = 0; round < 4; round++) {
      const { rows } = await sql<{ kind: string; dueAt: Date }>`
        select kind, min(due_at) as due_at from due_work group by kind`.execute(this.community.db);
      const handled = rows.filter(({ kind }) => this.parts.handlers.some(({ work }) => work.kind === kind));
      this.#nextDue = new Date(Math.min(...handled.map(({ dueAt }) => dueAt.getTime())));
      const due = this.parts.handlers.filter(
        ({ work: { kind } }) =>
          handled.some((row) => row.kind === kind && row.dueAt <= this.#now) &&
          (round > 0 || !kinds || kinds.has(kind)),
      );
      if (due.length === 0) break;
      for (const handler of due) await this.community.runDue(handler);
    }
    await this.#receive();
  }

  /** Tells people what arrived for them since the last look. */
  async #receive(): Promise<void> {
    const { arrivals } = this.channels;
    const fresh = arrivals.slice(this.#arrivalsSeen);
    if (fresh.length === 0) return;
    this.#arrivalsSeen = arrivals.length;
    const ids = fresh.map(({ notice }) => notice);
    const { rows } = await sql<Received['notice'] & { letter: string }>`
      with arrived as (select distinct unnest(${ids}::uuid[]) as letter)
      select letter, told.id, told.user_id, told.kind, told.about, told.detail, told.created_at
      from arrived join moved.told on told.id = letter
      union
      select letter, other.id, other.user_id, other.kind, other.about, other.detail, other.created_at
      from arrived join moved.told as oldest on oldest.id = letter
        join moved.told as other on other.user_id = oldest.user_id and other.id <> letter
        join notice_deliveries as sent on sent.notice_id = other.id
      where channel = 'email' and gathered and settled_at = ${this.#now} and outcome = 'sent'
        and exists (select from notice_deliveries where notice_id = letter and channel = 'email' and gathered
          and settled_at = ${this.#now})`.execute(this.community.db);
    for (const arrival of fresh) {
      for (const { letter, ...notice } of rows) {
        const isOfIt = letter === arrival.notice && (letter === notice.id || arrival.channel === 'email');
        if (!isOfIt) continue;
        const received = { arrival, notice };
        this.received.push(received);
        this.parts.onReceived(received);
      }
    }
  }
}

/** Takes the earliest action out of these lists. */
function first(...lists: (ScheduledAction[] | undefined)[]): ScheduledAction | undefined {
  const [list] = lists
    .filter((each): each is ScheduledAction[] => each !== undefined && each.length > 0)
    .sort((one, other) => earliest(one).at - earliest(other).at);
  if (!list) return undefined;
  const next = earliest(list);
  list.splice(list.indexOf(next), 1);
  return next;
}

function earliest(actions: ScheduledAction[]): ScheduledAction {
  return actions.reduce((best, action) => (action.at < best.at ? action : best));
}
