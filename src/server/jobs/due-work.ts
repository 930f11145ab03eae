import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { dayMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';

/**
 * A kind of work that is done outside of a transaction, such as telling a mail server or a payment provider
 * something. It is declared once, as a value, beside the rows it is about; a `Handler` joins it to a function.
 */
export type DueWork = {
  /** Stands in the table `due_work`. Letters and hyphens. */
  readonly kind: string;
  /** How long a failed attempt waits: the first time, and at most. */
  readonly backOff: { readonly firstMs: number; readonly longestMs: number };
  /** How many rows one process works on at the same time. A service that hangs must not block the other rows. */
  readonly concurrency: number;
  /** After so many failures in a row the whole kind waits for `firstMs`. Left out: each row fails on its own. */
  readonly pauseAfter?: number;
};

/** Does the work for one row, and what happens after each attempt. */
export type Handler = {
  readonly work: DueWork;
  /**
   * No transaction is open. A process that is killed leaves the row to another process, so the work must be
   * idempotent. It answers when to look again; with no answer the work is done. A throw is a failed attempt.
   */
  readonly run: (ctx: Ctx, subject: string) => Promise<Date | undefined>;
  /** Runs in the transaction that notes how the attempt went, to tell open pages. */
  readonly afterwards?: (ctx: Ctx, subject: string) => Promise<void>;
};

/** An outside server may ask for a longer wait, or for one that ends at no date: it gets this much. */
const longestWaitMs = dayMs;

/**
 * A failed attempt whose message is safe to store and to show: it quotes no address, no key and no text of a letter.
 * Any other error is stored by its name and code only.
 */
export class WorkFailed extends Error {
  /** At least this long until the next attempt, a day at most. */
  readonly waitMs: number;
  /** The other rows of the kind wait for `waitMs` too. */
  readonly holdsKind: boolean;
  /** Retrying is of no use until an administrator changes something, so the work counts as stuck at once. */
  readonly lasting: boolean;

  constructor(
    message: string,
    { waitMs = 0, holdsKind = false, lasting = false, cause }: Partial<WorkFailed> = {},
  ) {
    super(message.slice(0, 500), cause === undefined ? {} : { cause });
    this.waitMs = Number.isNaN(waitMs) ? 0 : Math.min(waitMs, longestWaitMs);
    this.holdsKind = holdsKind;
    this.lasting = lasting;
  }
}

type Caller = Pick<Ctx, 'db' | 'now' | 'afterCommit'>;

/**
 * Notes in the transaction at hand that work is due for a row: once, however often it is called before the work is
 * done. A handler that is at work on the row meanwhile starts again when it has finished.
 */
export async function putDue(ctx: Caller, work: DueWork, subject: string, at = ctx.now): Promise<void> {
  await sql`select put_due(${work.kind}, ${subject}, ${at})`.execute(ctx.db);
  if (at <= ctx.now) runSoon(ctx, work);
}

/** Notes that work is due now for each of many rows, in one statement. */
export async function putDueForEach(ctx: Caller, work: DueWork, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await sql`select put_due(${work.kind}, subject, ${ctx.now}) from unnest(${subjects}::text[]) as subject`.execute(
    ctx.db,
  );
  runSoon(ctx, work);
}

/** Has everything that waits of a kind tried at once, whatever failed before. Answers how many rows that is. */
export async function retryAll(ctx: Caller, work: DueWork): Promise<number> {
  const { rows } = await sql`
    select put_due(kind, subject, ${ctx.now}) from due_work where kind = ${work.kind}`.execute(ctx.db);
  runSoon(ctx, work);
  return rows.length;
}

/** Forgets that work is due for a row. An attempt that is under way ends as it may. */
export async function dropDue({ db }: Pick<Ctx, 'db'>, work: DueWork, subject: string): Promise<void> {
  await db.deleteFrom('dueWork').where('kind', '=', work.kind).where('subject', '=', subject).execute();
}

/** What `startJobs` listens to: kinds of work. */
export const soon = new EventEmitter();

/**
 * Runs what is due of a kind in this process right after the commit, instead of within some seconds. Nothing depends
 * on it: what is due stands in the database, and any process finds it there.
 */
export function runSoon({ afterCommit }: Pick<Ctx, 'afterCommit'>, { kind }: DueWork): void {
  afterCommit(() => soon.emit('due', kind));
}
