import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import { refuseBelowLeast } from '#features/payments/prices/least-charge.ts';
import { readSeatPrice } from '#features/payments/prices/read-seat-price.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { instantAt } from '#shared/time/wall-clock.ts';
import { readManagedClass } from '../browse/reads.ts';
import {
  type ClassForm,
  type ManagedClass,
  scheduleClass as operation,
  scheduleRefusals,
} from '../contract.ts';
import { may } from '../permissions.ts';
import { organisersAddress } from '../rules.ts';
import { startSeries } from '../series/start-series.ts';
import { insertClass } from './insert-class.ts';
import { refuseUnlessTeaches } from './list-possible-teachers.ts';
import { wantCalendar } from './want-calendar.ts';

/**
 * Puts a class or club on the calendar, with the actor as its teacher or the one that an administrator names. The day
 * and time are wall-clock time in the zone of the form, and become one instant here. The same idempotency key twice is
 * one class. Due work tells the outside calendar afterwards. One that repeats is a series: its first class is the
 * answer.
 */
export async function scheduleClass(
  outer: Ctx,
  form: ClassForm,
  idempotencyKey: string | undefined,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));

  return once(outer, { operation, key: idempotencyKey, input: form }, async (ctx) => {
    const { date, time, teacherId = userId, repeats, ...facts } = form;
    if (teacherId === userId) await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    else {
      refuse(may(ctx.actor, 'hand-over'));
      await refuseUnlessTeaches(ctx, teacherId);
    }
    if (facts.priceCents) refuseBelowLeast(facts.priceCents, (await readSeatPrice(ctx)).currency);
    if (repeats) {
      const [first, ...following] = await startSeries(ctx, {
        ...facts,
        date,
        time,
        repeats,
        createdBy: teacherId,
      });
      const scheduled = await readManagedClass(ctx, first);
      const startsAt = new Date(scheduled.startsAt);
      await noteSchedule(ctx, first, { title: form.title, startsAt, teacherId, following });
      await publish(ctx, { kind: 'classes.changed' });
      return scheduled;
    }
    const startsAt = instantAt({ date, time, zone: form.zone });
    if (!startsAt) throw new Refusal(scheduleRefusals.noSuchTime);
    const id = await insertClass(ctx, { ...facts, startsAt, createdBy: teacherId });
    await noteSchedule(ctx, id, { title: form.title, startsAt, teacherId });
    await wantCalendar(ctx, id);
    await publish(ctx, { kind: 'classes.changed', subject: id });
    return readManagedClass(ctx, id);
  });
}

/** `following` are the ids of the other classes of a series. */
type Scheduled = { title: string; startsAt: Date; teacherId: string; following?: readonly string[] };

/**
 * Every new class or series has a line in the audit log. A teacher whom an administrator named is told once, of all
 * classes of a series.
 */
async function noteSchedule(
  ctx: Ctx,
  classId: string,
  { title, startsAt, teacherId, following }: Scheduled,
): Promise<void> {
  const detail = { title, startsAt: startsAt.toISOString() };
  const isOwn = teacherId === memberOf(ctx.actor).userId;
  await recordAct(ctx, {
    act: following ? 'classes.start-series' : 'classes.schedule-class',
    subject: classId,
    detail: { ...detail, ...(following && { classes: following.length + 1 }) },
    personId: othersId(ctx, teacherId),
  });
  if (isOwn) return;
  await notify(ctx, {
    to: [teacherId],
    kind: following ? 'classes.series-given-to-you' : 'classes.given-to-you',
    detail,
    link: organisersAddress(classId),
    about: classId,
    ...(following && { alsoAbout: following }),
  });
}
