import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DueWork, Handler } from '#server/jobs/due-work.ts';
import { dayMs, minuteMs } from '#shared/time/durations.ts';
import { learnersAddress, organisersAddress } from '../rules.ts';
import { rulesColumn } from '../set-rules/rules-column.ts';
import { listHosts } from './list-hosts.ts';
import { notifyOfFewLearners } from './notify-of-few-learners.ts';
import { topicOf } from './prompt-rules.ts';
import { lackIsToldAt, nextReminderAt, type Reminder, reminderNow } from './reminder-rules.ts';

/** Reminding of one class; its subject is the class's id. A trigger puts it due, at the next moment only. */
const remindWork: DueWork = {
  kind: 'remind-of-class',
  backOff: { firstMs: 5000, longestMs: 5 * minuteMs },
  concurrency: 2,
};

/**
 * Reminds the students with a seat, and the teacher, of a class that comes. Its row is locked, so that a class that is
 * cancelled or moved at that moment either was reminded of before, or is not. Each is told once for a moment and start,
 * and only if their part in the class, the class and its start were there before the moment: who enrolled or got the
 * class later knows, but not the guardian of a kid who enrolled. If the teacher may no longer give the class, the
 * administrators are told instead. If a club lacks learners, its people are told between these moments.
 */
export const remindOfClass: Handler = {
  work: remindWork,
  run: (outer, classId) =>
    inTransaction(outer, async (ctx) => {
      const liveClass = await lockScheduled(ctx, classId);
      if (!liveClass) return undefined;
      const reminder = reminderNow(liveClass.startsAt, ctx.now);
      if (reminder) {
        await remind(ctx, liveClass, reminder);
        await tellGuardians(ctx, liveClass);
      }
      if (liveClass.kind === 'club') await notifyOfFewLearners(ctx, liveClass);
      return earliest(nextReminderAt(liveClass.startsAt, ctx.now), nextCount(liveClass, ctx.now));
    }),
};

async function lockScheduled({ db }: Ctx, classId: string) {
  return db
    .selectFrom('classes')
    .select(['id', 'kind', 'status', 'title', 'startsAt', 'createdBy', 'createdAt', 'movedAt', 'promptCard'])
    .select(['handedOverAt', 'targetAudience'])
    .select(['seatsTaken', 'maxStudents', 'zone', rulesColumn.as('rules')])
    .where('id', '=', classId)
    .where('status', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst();
}
type Scheduled = NonNullable<Awaited<ReturnType<typeof lockScheduled>>>;

/** When the learners of a club are counted; undefined for a class, and from then on. */
function nextCount(club: Scheduled, now: Date): Date | undefined {
  const at = lackIsToldAt(club);
  return club.kind === 'club' && at > now ? at : undefined;
}

function earliest(...instants: (Date | undefined)[]): Date | undefined {
  const times = instants.flatMap((instant) => instant?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

async function remind(ctx: Ctx, liveClass: Scheduled, { kind, moment }: Reminder): Promise<void> {
  const { id, title, startsAt, createdBy, createdAt, movedAt, handedOverAt, promptCard } = liveClass;
  if (createdAt > moment || (movedAt && movedAt > moment)) return;
  const seats = await ctx.db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', id)
    .where('heldUntil', 'is', null)
    .where('enrolledAt', '<=', moment)
    .execute();
  const start = startsAt.toISOString();
  // A day before there is time to think of something to say.
  const isEarly = kind === 'classes.starts-in-a-day' && liveClass.kind === 'club' && promptCard !== null;
  const detail = { title, startsAt: start, ...(isEarly && { topic: topicOf(promptCard) }) };
  const notice = { kind, detail, about: id, once: `${kind} ${id} ${start}` };
  await notify(ctx, { ...notice, to: seats.map(({ userId }) => userId), link: learnersAddress(id) });
  const { hosts, lacksTeacher } = await listHosts(ctx, createdBy);
  if (lacksTeacher) {
    // Ten minutes before, it is too late to find another.
    if (kind === 'classes.starts-in-minutes') return;
    await notify(ctx, {
      to: hosts,
      kind: 'classes.without-teacher',
      detail: { title, startsAt: start },
      link: organisersAddress(id),
      about: id,
      once: `classes.without-teacher ${kind} ${id} ${start}`,
    });
  } else if (handedOverAt === null || handedOverAt <= moment)
    await notify(ctx, { ...notice, to: hosts, link: organisersAddress(id) });
}

/**
 * Tells the kids whose seat began in the last day before their class, and by that their guardians, who get letters
 * about it (`decisions/0047`). A class that was moved since is told as moved.
 */
async function tellGuardians(
  ctx: Ctx,
  { id, targetAudience, title, startsAt, createdBy, movedAt }: Scheduled,
) {
  if (targetAudience !== 'kid') return;
  const seats = await ctx.db
    .selectFrom('classEnrollments')
    .innerJoin('shownPeople as teacher', (join) => join.on('teacher.id', '=', createdBy))
    .select(['userId', 'teacher.name'])
    .where('classId', '=', id)
    .where('heldUntil', 'is', null)
    .where('enrolledAt', '>', new Date(Math.max(startsAt.getTime() - dayMs, movedAt?.getTime() ?? 0)))
    .where(sql<boolean>`guardian_address(user_id) is not null`)
    .execute();
  const start = startsAt.toISOString();
  await notify(ctx, {
    to: seats.map(({ userId }) => userId),
    kind: 'classes.starts-within-a-day',
    detail: { title, startsAt: start },
    names: { id: createdBy, name: seats[0]?.name ?? '' },
    link: learnersAddress(id),
    about: id,
    once: `classes.starts-within-a-day ${id} ${start}`,
  });
}
