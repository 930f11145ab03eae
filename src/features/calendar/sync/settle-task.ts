import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { attemptsBeforeFailed } from '../rules.ts';
import { boxNames, columnsOf, type Task } from './take-due.ts';

/** True while the row says what it said when it was taken. */
function unchanged({ box, key, wantedAt, attempts }: Task): RawBuilder<boolean> {
  const columns = columnsOf(box);
  return sql<boolean>`${columns.key} = ${key} and ${columns.wantedAt} = ${wantedAt} and ${columns.attempts} = ${attempts}`;
}

/**
 * Notes that the calendar shows what was wanted. False when something else is wanted by now: then it is free to be
 * taken again, at once.
 */
export async function settleDone(ctx: Pick<Ctx, 'db' | 'now'>, task: Task): Promise<boolean> {
  const { db, now } = ctx;
  if (task.box === 'removal') {
    const gone = await sql`delete from calendar_removals where ${unchanged(task)} returning event_id`.execute(
      db,
    );
    if (gone.rows.length > 0) return true;
  } else {
    const { table, wantedAt, attempts, nextAttemptAt, takenUntil, error } = columnsOf(task.box);
    const syncedAt = sql.ref(task.box === 'class' ? 'calendar_synced_at' : 'synced_at');
    const done = await sql`
      update ${table} set ${wantedAt} = null, ${attempts} = 0, ${nextAttemptAt} = null, ${takenUntil} = null,
        ${error} = null, ${syncedAt} = ${now}
      where ${unchanged(task)} returning 1`.execute(db);
    if (done.rows.length > 0) return true;
  }
  await letGo(ctx, task);
  return false;
}

/** Notes that it did not work, and when to try again. What refuses for good shows as failed at once. */
export async function settleFailed(
  ctx: Pick<Ctx, 'db'>,
  task: Task,
  { message, nextAttemptAt: at, lasting }: { message: string; nextAttemptAt: Date; lasting: boolean },
): Promise<void> {
  const { table, attempts, nextAttemptAt, takenUntil, error } = columnsOf(task.box);
  const failed = lasting || task.attempts >= attemptsBeforeFailed;
  const counted = lasting ? Math.max(task.attempts, attemptsBeforeFailed) : task.attempts;
  const noted = await sql`
    update ${table} set ${attempts} = ${counted}, ${nextAttemptAt} = ${at}, ${takenUntil} = null,
      ${error} = ${failed ? message.slice(0, 500) : null}
    where ${unchanged(task)} returning 1`.execute(ctx.db);
  if (noted.rows.length === 0) await letGo(ctx, task);
}

/** The calendar asked to be left alone: nothing is due before that instant. */
export async function holdEverything({ db }: Pick<Ctx, 'db'>, until: Date): Promise<void> {
  for (const box of boxNames) {
    const { table, wantedAt, nextAttemptAt } = columnsOf(box);
    await sql`
      update ${table} set ${nextAttemptAt} = ${until}
      where ${wantedAt} is not null and (${nextAttemptAt} is null or ${nextAttemptAt} < ${until})`.execute(
      db,
    );
  }
}

/** Another may take it. */
async function letGo({ db }: Pick<Ctx, 'db'>, { box, key }: Task): Promise<void> {
  const columns = columnsOf(box);
  await sql`update ${columns.table} set ${columns.takenUntil} = null where ${columns.key} = ${key}`.execute(
    db,
  );
}
