import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { readRule } from './read-rule.ts';
import { settleReward } from './settle-reward.ts';

/**
 * Pays the person who invited another once that one has attended a class, and takes it back where it turns out that
 * they attended none. Once for each invited person, whatever is asked in between; an inviter whose account is banned or
 * deleted gets nothing. In the transaction of the attendance.
 */
export async function settleReferral(
  ctx: Ctx,
  { invitedId, attended }: { invitedId: string; attended: boolean },
): Promise<void> {
  const found = await ctx.db
    .selectFrom('users as invited')
    .innerJoin('users as inviter', 'inviter.id', 'invited.invitedBy')
    .select('inviter.id')
    .where('invited.id', '=', invitedId)
    .where('inviter.bannedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return;
  const cause = `referral:${invitedId}`;
  // A later change of the rule changes nothing about an invitation that was paid. Of one that was taken back as far as
  // the inviter still had it, what is missing is given again.
  const paid = await ctx.db
    .selectFrom('sumicoinsLedger')
    .select('amount')
    .where('userId', '=', found.id)
    .where('cause', '=', cause)
    .executeTakeFirst();
  const coins = await settleReward(ctx, {
    userId: found.id,
    owed: attended ? (paid ?? (await readRule(ctx, 'referral'))).amount : 0,
    type: 'referral',
    description: 'referral',
    cause,
  });
  if (coins <= 0) return;
  await notify(ctx, {
    to: [found.id],
    kind: 'coins.referral-paid',
    detail: { coins },
    link: '/coins',
    once: cause,
  });
}
