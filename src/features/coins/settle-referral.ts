import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { lockWallet } from './lock-wallet.ts';
import { readRule } from './read-rule.ts';
import { settleReward } from './settle-reward.ts';

/**
 * Pays the person who invited another once that one has attended a class, and takes it back where it turns out that
 * they attended none. Once for each invited person, whatever is asked in between; an inviter whose account is banned or
 * deleted gets nothing. In the transaction of the attendance. Above the daily limit of the rule, and for an invited
 * person who has proved neither an address nor a telephone, nothing is paid yet: the next class asks again.
 */
export async function settleReferral(
  ctx: Ctx,
  { invitedId, attended }: { invitedId: string; attended: boolean },
): Promise<void> {
  const found = await ctx.db
    .selectFrom('users as invited')
    .innerJoin('users as inviter', 'inviter.id', 'invited.invitedBy')
    .select(['inviter.id', sql<boolean>`may_earn(invited.id)`.as('proved')])
    .where('invited.id', '=', invitedId)
    .where('inviter.bannedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return;
  const cause = `referral:${invitedId}`;
  // A later change of the rule changes nothing about an invitation that was paid. If its coins were taken back, as far
  // as the inviter still had them, the inviter gets again what is missing.
  const paid = await ctx.db
    .selectFrom('sumicoinsLedger')
    .select('amount')
    .where('userId', '=', found.id)
    .where('cause', '=', cause)
    .executeTakeFirst();
  const owed = paid?.amount ?? (found.proved ? await readAmountLeftToday(ctx, found.id) : 0);
  const coins = await settleReward(ctx, {
    userId: found.id,
    owed: attended ? owed : 0,
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

/**
 * What the next invitation pays its inviter: nothing where as many were paid in the last 24 hours as the rule allows.
 * Their wallet is locked, so that two invitations at once are counted one after the other.
 */
async function readAmountLeftToday(ctx: Ctx, userId: string): Promise<number> {
  const { amount, dailyMost } = await readRule(ctx, 'referral');
  if (dailyMost === null) return amount;
  await lockWallet(ctx, userId);
  // The ledger is dated by the database's clock.
  const { rows } = await sql<{ times: number }>`
    select count(distinct split_part(cause, ':', 2))::integer as times from sumicoins_ledger
    where user_id = ${userId} and transaction_type = 'referral'
      and created_at > clock_timestamp() - interval '24 hours'`.execute(ctx.db);
  return onlyRow(rows).times < dailyMost ? amount : 0;
}
