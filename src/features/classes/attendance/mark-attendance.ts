import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { attendanceRefusals, type markAttendance as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { rollRefusal } from '../rules.ts';
import { selectRoster } from './read-roster.ts';
import { rewardAttendance } from './reward-attendance.ts';

export type Mark = { userId: string; attended: boolean };

/**
 * Says who was there, from the start of a class on. Being there counts as practice: once, however often it is
 * said and by however many at a time, because whoever marks holds the class's row and each seat remembers what
 * it gave. A mark that is taken back takes nothing back, and gives nothing when it returns. Of several marks for
 * one person the last holds; one for somebody without a seat refuses them all.
 */
export async function markAttendance(
  outer: Ctx,
  classId: string,
  marks: readonly Mark[],
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  const notAnOrganiser = may(outer.actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  const wanted = new Map(marks.map((mark) => [mark.userId, mark.attended]));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    const refusal = may(ctx.actor, 'manage', liveClass) ?? rollRefusal(liveClass, ctx.now);
    if (refusal) throw new Refusal(refusal);
    const seats = await seatsOf(ctx, classId, [...wanted.keys()]);
    if (seats.length < wanted.size) throw new Refusal(attendanceRefusals.notOnRoster);

    const changed = seats.filter((seat) => wanted.get(seat.userId) !== seat.attended);
    for (const attended of [true, false]) {
      const people = changed.filter((seat) => wanted.get(seat.userId) === attended);
      await mark(ctx, classId, { people: people.map((seat) => seat.userId), attended });
    }
    // In the order of their ids: two rolls with people in common never wait for each other in a circle.
    const there = changed.filter((seat) => wanted.get(seat.userId) && seat.practisedSeconds === null);
    for (const seat of there) await rewardAttendance(ctx, { ...liveClass, classId, userId: seat.userId });
    const { title, createdBy } = liveClass;
    await tell(ctx, { classId, title, organisers: [userId, createdBy], changed, rewarded: there });
    return { classId, items: await selectRoster(ctx, classId) };
  });
}

type Marked = Awaited<ReturnType<typeof seatsOf>>;

function seatsOf({ db }: Ctx, classId: string, people: string[]) {
  return db
    .selectFrom('classEnrollments')
    .select(['userId', 'attended', 'practisedSeconds'])
    .where('classId', '=', classId)
    .where('userId', 'in', people)
    .where('heldUntil', 'is', null)
    .orderBy('userId')
    .execute();
}

async function mark(
  { db, now, actor }: Ctx,
  classId: string,
  { people, attended }: { people: string[]; attended: boolean },
): Promise<void> {
  if (people.length === 0) return;
  await db
    .updateTable('classEnrollments')
    .set({ attended, markedAt: now, markedBy: memberOf(actor).userId })
    .where('classId', '=', classId)
    .where('userId', 'in', people)
    .execute();
}

/**
 * Only those it concerns: a roll is called at every class, and nobody else's pages show it. Whoever was there is
 * asked how it was, once.
 */
async function tell(
  ctx: Ctx,
  told: { classId: string; title: string; organisers: string[]; changed: Marked; rewarded: Marked },
): Promise<void> {
  const { classId: subject, title, organisers, changed, rewarded } = told;
  if (changed.length === 0) return;
  const idsOf = (seats: Marked) => seats.map(({ userId }) => userId);
  await publish(ctx, { kind: 'classes.changed', audience: [...organisers, ...idsOf(changed)], subject });
  if (rewarded.length === 0) return;
  await publish(ctx, { kind: 'profiles.changed', audience: idsOf(rewarded) });
  const asked = { kind: 'classes.review-wanted', detail: { title }, link: '/classes?tab=past' };
  await notify(ctx, { to: idsOf(rewarded), ...asked });
}
