import { sql } from 'kysely';
import { tellAdministrators } from '#features/audit/tell-administrators.ts';
import { CalendarError } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { attemptsBeforeFailed, waitAfter } from '../rules.ts';
import { holdEverything, settleDone, settleFailed } from './settle-task.ts';
import { type Task, takeDue } from './take-due.ts';
import { type Outside, tellCalendar } from './tell-calendar.ts';
import { wantWhatIsNew } from './want-what-is-new.ts';

export type World = Outside & {
  clock: () => Date;
  /** A number from 0 to 1, another each time. */
  chance: () => number;
};

/** A calendar that fails this often in a row is left alone until the next run. */
const mostFailures = 3;

/**
 * Tells the calendar everything it is still to be told, one thing after the other. Any number of these may run at
 * once, and any may end at any point: each thing is told in the end, and none twice in effect.
 */
export async function syncCalendar(outer: Ctx, world: World): Promise<void> {
  const at = (): Ctx => ({ ...outer, now: world.clock() });
  await wantWhatIsNew(at(), world);
  const concerned = new Set<string>();
  let told = 0;
  for (let failures = 0; failures < mostFailures; ) {
    const task = await takeDue(at());
    if (!task) break;
    told++;
    const error = await attempt(at, task, world, concerned);
    failures = error ? failures + 1 : 0;
    if (error?.retryAfterMs)
      await holdEverything(outer, new Date(world.clock().getTime() + error.retryAfterMs));
  }
  if (told > 0) await tellPages(at(), concerned);
}

/** Tries one thing and notes how it went; answers what kept it from working. */
async function attempt(
  at: () => Ctx,
  task: Task,
  world: World,
  concerned: Set<string>,
): Promise<CalendarError | null> {
  const { db, log } = at();
  try {
    const told = await tellCalendar(db, task, world);
    if (told?.createdBy) concerned.add(told.createdBy);
    const done = await settleDone(at(), task);
    if (!done && told) await hastenRemoval(at(), told.eventId);
    return null;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const wait = error.temporary ? task.attempts : Math.max(task.attempts, attemptsBeforeFailed);
    const delay = error.retryAfterMs ?? waitAfter(wait, world.chance());
    const nextAttemptAt = new Date(world.clock().getTime() + delay);
    await settleFailed(at(), task, { message: error.message, nextAttemptAt, lasting: !error.temporary });
    if (task.attempts >= attemptsBeforeFailed || !error.temporary) {
      log.warn(
        { task: task.box, key: task.key, attempts: task.attempts, why: error.message },
        'the calendar',
      );
    }
    return error;
  }
}

/**
 * What was told of may have been deleted in that moment: its removal then waits until nobody can be writing the
 * event any more, and that is now.
 */
async function hastenRemoval({ db }: Ctx, eventId: string): Promise<void> {
  await sql`
    update calendar_removals set next_attempt_at = null
    where event_id = ${eventId} and not exists (select from classes where calendar_event_id = ${eventId})
      and not exists (select from calendar_own_events where event_id = ${eventId})`.execute(db);
}

async function tellPages(outer: Ctx, concerned: ReadonlySet<string>): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    if (concerned.size > 0) await publish(ctx, { kind: 'classes.changed', audience: [...concerned] });
    await tellAdministrators(ctx, 'classes.changed');
    await tellAdministrators(ctx, 'calendar.changed');
  });
}
