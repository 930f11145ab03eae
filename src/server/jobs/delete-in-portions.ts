import type { RawBuilder } from 'kysely';
import { dayMs } from '#shared/time/durations.ts';
import type { Ctx } from '../ctx.ts';
import type { Chore } from './start-jobs.ts';

/** So many rows are deleted within the time limit of a statement on any machine, and their locks are held briefly. */
const rowsAtOnce = 10_000;

/** Deletes what `statement` finds, a portion at a time, until nothing is left. Answers how many rows that were. */
export async function deleteInPortions(
  { db }: Pick<Ctx, 'db'>,
  statement: (portion: number) => RawBuilder<unknown>,
  portion = rowsAtOnce,
): Promise<number> {
  let all = 0;
  for (;;) {
    const deleted = Number((await statement(portion).execute(db)).numAffectedRows);
    all += deleted;
    if (deleted < portion) return all;
  }
}

/**
 * A chore that deletes, each day unless it is told otherwise, what is older than so many days. `statement` deletes at
 * most `portion` rows that are from before `before`; `atOnce` makes it smaller where other rows go with each.
 */
export function forgetChore(
  name: string,
  days: number,
  statement: (before: Date, portion: number) => RawBuilder<unknown>,
  { everyMinutes = 24 * 60, atOnce = rowsAtOnce } = {},
): Chore {
  return {
    name,
    everyMinutes,
    run: (ctx) => deleteInPortions(ctx, (portion) => statement(daysBefore(ctx.now, days), portion), atOnce),
  };
}

/** The instant so many days before, for what is kept that long. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}
