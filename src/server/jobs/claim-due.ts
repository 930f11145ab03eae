import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import type { DueWork } from './due-work.ts';

/** A row that this process works on for as long as it renews its lease. */
export type ClaimedWork = { subject: string; attempts: number; lease: string };

/** Which rows of a kind to claim; without, those that are due. */
export type DueChoice = {
  subjects?: readonly string[];
  /** Rows that become due within this time too. */
  aheadMs?: number;
  /** For how long a killed process keeps its rows. */
  leaseMs?: number;
};

/** A process that is killed delays its rows by this much: it can't renew the lease any more. */
export const leaseMs = 15_000;

/** How an attempt went: done, to be looked at again, or failed. */
export type Outcome =
  | { is: 'done' }
  | { is: 'again'; at: Date }
  | { is: 'failed'; at: Date; message: string; attempts: number };

/** True for a row that no living process has a lease on. The database's clock, because machines disagree. */
export const isFree = sql<boolean>`(leased_until is null or leased_until <= clock_timestamp())`;

const leaseEnd = (ms: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

/**
 * Claims the row that has been due longest, under a lease that ends unless `renewLease` is called. One statement,
 * committed at once: no transaction is open while the work is done.
 */
export async function claimDue(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { kind }: DueWork,
  { subjects, aheadMs = 0, leaseMs: ms = leaseMs }: DueChoice = {},
): Promise<ClaimedWork | null> {
  const next = db
    .selectFrom('dueWork')
    .select('subject')
    .where('kind', '=', kind)
    .where('dueAt', '<=', new Date(now.getTime() + aheadMs))
    .where(isFree)
    .$if(subjects !== undefined, (query) => query.where(sql<boolean>`subject = any(${subjects})`))
    .orderBy('dueAt')
    .orderBy('subject')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const claimed = await db
    .updateTable('dueWork')
    .set({ attempts: sql`attempts + 1`, lease: sql`gen_random_uuid()`, leasedUntil: leaseEnd(ms) })
    .where('kind', '=', kind)
    .where('subject', '=', next)
    .returning(['subject', 'attempts', 'lease'])
    .executeTakeFirst();
  return claimed?.lease ? { ...claimed, lease: claimed.lease } : null;
}

/** Keeps a claim for another while. */
export async function renewLease(
  { db }: Pick<Ctx, 'db'>,
  { lease }: ClaimedWork,
  ms = leaseMs,
): Promise<void> {
  await db
    .updateTable('dueWork')
    .set({ leasedUntil: leaseEnd(ms) })
    .where('lease', '=', lease)
    .execute();
}

/**
 * Notes how an attempt went, and gives the claim back. When `putDue` was called for the row meanwhile (it sets the
 * attempts to 0), the outcome is of something that is out of date, and the row stays due: at the earlier of both
 * instants, because what was put for later does not postpone what this attempt left undone.
 */
export async function noteOutcome(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  claim: ClaimedWork,
  outcome: Outcome,
) {
  const { lease, attempts } = claim;
  const at = outcome.is === 'done' ? null : outcome.at;
  if (outcome.is === 'done') {
    await db.deleteFrom('dueWork').where('lease', '=', lease).where('attempts', '=', attempts).execute();
  } else {
    const noted =
      outcome.is === 'again'
        ? { attempts: 0, lastError: null, failingSince: null }
        : {
            attempts: outcome.attempts,
            lastError: outcome.message,
            failingSince: sql<Date>`coalesce(failing_since, ${now})`,
          };
    await db
      .updateTable('dueWork')
      .set({ ...noted, dueAt: outcome.at })
      .where('lease', '=', lease)
      .where('attempts', '=', attempts)
      .execute();
  }
  await db
    .updateTable('dueWork')
    .set({ lease: null, leasedUntil: null })
    .$if(at !== null, (query) => query.set({ dueAt: sql`least(due_at, ${at}::timestamptz)` }))
    .where('lease', '=', lease)
    .execute();
}

/** Has every row of a kind wait until an instant. */
export async function holdKind({ db }: Pick<Ctx, 'db'>, { kind }: DueWork, until: Date): Promise<void> {
  await db
    .updateTable('dueWork')
    .set({ dueAt: until })
    .where('kind', '=', kind)
    .where('dueAt', '<', until)
    .execute();
}
