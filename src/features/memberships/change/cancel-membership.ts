import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { membershipRefusals } from '../contract.ts';
import { endMembership } from '../end-memberships.ts';
import { findCurrentMembership } from '../find-current-membership.ts';
import { isEndless } from '../rules.ts';
import { cancelRenewal } from './cancel-renewal.ts';

/**
 * Cancels: the membership runs to the end of the paid month, without the days of grace after it: past that end it is
 * over at once. So is one that an administrator gave without an end. Asked again, it changes nothing.
 * @throws Refusal signInFirst, nothingToCancel
 */
export async function cancelMembership(outer: Ctx): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const current = await findCurrentMembership(ctx, userId);
    if (current && isEndless(current)) return endMembership(ctx, userId, current);
    if (!current?.subscriptionRef) {
      if (await isCancelled(ctx, userId)) return;
      throw new Refusal(membershipRefusals.nothingToCancel);
    }
    await cancelRenewal(ctx, userId);
  });
}

/** Whether the membership was cancelled before: past its paid month it is over with that, and its row still there. */
async function isCancelled({ db }: Ctx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('userMemberships')
    .select('userId')
    .where('userId', '=', userId)
    .where('cancelledAt', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
