import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DueWork, Handler } from '#server/jobs/due-work.ts';
import { nextReminderAt, type Reminder, reminderNow } from './reminder-rules.ts';

/** Reminding of one class; its subject is the class's id. A trigger puts it due, at the next moment only. */
const remindWork: DueWork = {
  kind: 'remind-of-class',
  backOff: { firstMs: 5000, longestMs: 5 * 60_000 },
  concurrency: 2,
};

/**
 * Reminds the students with a seat, and the teacher, of a class that comes. Its row is locked, so that a class that is
 * cancelled or moved at that moment either was reminded of before, or is not. Each is told once for a moment and start,
 * and only if their seat, the class and its start were there before the moment: who enrolled later knows.
 */
export const remindOfClass: Handler = {
  work: remindWork,
  run: (outer, classId) =>
    inTransaction(outer, async (ctx) => {
      const liveClass = await lockScheduled(ctx, classId);
      if (!liveClass) return undefined;
      const reminder = reminderNow(liveClass.startsAt, ctx.now);
      if (reminder) await remind(ctx, liveClass, reminder);
      return nextReminderAt(liveClass.startsAt, ctx.now);
    }),
};

async function lockScheduled({ db }: Ctx, classId: string) {
  return db
    .selectFrom('classes')
    .select(['id', 'title', 'startsAt', 'createdBy', 'createdAt', 'movedAt'])
    .where('id', '=', classId)
    .where('status', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst();
}
type Scheduled = NonNullable<Awaited<ReturnType<typeof lockScheduled>>>;

async function remind(ctx: Ctx, liveClass: Scheduled, { kind, moment }: Reminder): Promise<void> {
  const { id, title, startsAt, createdBy, createdAt, movedAt } = liveClass;
  if (createdAt > moment || (movedAt && movedAt > moment)) return;
  const seats = await ctx.db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', id)
    .where('heldUntil', 'is', null)
    .where('enrolledAt', '<=', moment)
    .execute();
  const start = startsAt.toISOString();
  const told = { kind, detail: { title, startsAt: start }, about: id, once: `${kind} ${id} ${start}` };
  await notify(ctx, { ...told, to: seats.map(({ userId }) => userId), link: `/classes?class=${id}` });
  await notify(ctx, { ...told, to: [createdBy], link: '/admin/classes' });
}
