import { refuseUnprovedEmail } from '#features/accounts/refuse-unproved.ts';
import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { memberOf } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { recordPayout as operation, type Payout, payoutRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { publishEarningsChanged } from '../publish-payments-changed.ts';
import { isPastYear } from '../rules.ts';
import { readPayout } from './list-payouts.ts';
import { readStanding } from './read-earnings.ts';

type Given = NonNullable<ReceivedOf<typeof operation>['body']>;

/**
 * An administrator records money that was paid out to a teacher. The teacher's row is locked, so that concurrent
 * payouts never add up to more than is owed. The administrator's own address has to be proved. Audited, told to the
 * teacher, idempotent under its key.
 * @throws Refusal notAllowed, confirmEmailFirst, payments/not-yet-paid, payments/no-such-teacher, ownMatter,
 * payments/more-than-owed
 */
export async function recordPayout(
  outer: Ctx,
  given: Given,
  idempotencyKey: string | undefined,
): Promise<Payout> {
  refuse(may(outer.actor, 'oversee'));
  const admin = memberOf(outer.actor);
  refuseUnprovedEmail(admin);
  const { teacherId, amountCents, currency, note } = given;
  const paidAt = given.paidAt ? new Date(given.paidAt) : outer.now;
  if (!isPastYear(paidAt, outer.now)) throw new Refusal(payoutRefusals.notYetPaid);
  const { userId: adminId } = admin;
  return once(outer, { operation, key: idempotencyKey, input: given }, async (ctx) => {
    if (!(await lockPerson(ctx, teacherId))) throw new Refusal(payoutRefusals.noSuchTeacher);
    await refuseOwnMatter(ctx, [teacherId]);
    const { owedCents } = await readStanding(ctx.db, teacherId, currency);
    if (amountCents > owedCents) throw new Refusal(payoutRefusals.moreThanOwed);
    const { id } = await ctx.db
      .insertInto('teacherPayouts')
      .values({ teacherId, amountCents, currency, paidAt, note, recordedBy: adminId, createdAt: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = { amountCents, currency };
    await recordAct(ctx, { act: 'payments.record-payout', personId: teacherId, subject: id, detail });
    await notify(ctx, { to: [teacherId], kind: 'payments.paid-out', detail, link: '/teacher', about: id });
    await publishEarningsChanged(ctx, [teacherId]);
    return readPayout(ctx, id);
  });
}
