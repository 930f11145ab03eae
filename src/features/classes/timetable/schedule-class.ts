import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { instantAt } from '#shared/wall-clock.ts';
import { type ClassForm, type ManagedClass, scheduleRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { insertClass } from './insert-class.ts';
import { wantCalendar } from './want-calendar.ts';

/**
 * Puts a class or club on the calendar; whoever asks leads it. The day and time are those of the clocks in
 * the form's zone, and become one instant here. The same key twice is one class. The outside calendar
 * follows by itself, as soon as it can.
 */
export async function scheduleClass(
  outer: Ctx,
  form: ClassForm,
  idempotencyKey: string | undefined,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  const refusal = may(outer.actor, 'organise');
  if (refusal) throw new Refusal(refusal);

  const request = { personId: userId, key: idempotencyKey, operation: 'scheduleClass', input: form };
  return once(outer, request, async (ctx) => {
    const { date, time, ...facts } = form;
    const startsAt = instantAt({ date, time, zone: form.zone });
    if (!startsAt) throw new Refusal(scheduleRefusals.noSuchTime);
    const id = await insertClass(ctx, { ...facts, startsAt, createdBy: userId });
    await wantCalendar(ctx, id);
    await publish(ctx, { kind: 'classes.changed', subject: id });
    return readManagedClass(ctx, id);
  });
}
