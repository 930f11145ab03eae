import { grantCoins } from '#features/coins/grant-coins.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Pays the prizes that wait and whose row has a confirmed claim: all of them, or those of one person. Each is paid
 * once: the lock on the prize lets one payment see it as waiting, and the ledger moves coins once for its cause. The
 * person gets a notice. In the caller's transaction, which holds the lock of `lockCup`.
 */
export async function payPrizes(ctx: Ctx, { userId }: { userId?: string } = {}): Promise<void> {
  const prizes = await ctx.db
    .selectFrom('cupPrizes as prize')
    .innerJoin('duolingoRankings as line', 'line.id', 'prize.rowId')
    .innerJoin('confirmedCupClaims as claim', (join) =>
      join.on('claim.username', '=', ({ fn }) => fn('lower', ['line.username'])),
    )
    .select(['prize.id', 'prize.season', 'prize.language', 'prize.place', 'prize.coins'])
    .select(({ ref }) => ref('claim.userId').$notNull().as('userId'))
    .where('prize.status', '=', 'waiting')
    .$if(userId !== undefined, (query) => query.where('claim.userId', '=', userId ?? ''))
    .orderBy('claim.userId')
    .orderBy('prize.id')
    .forUpdate('prize')
    .execute();
  for (const { id, userId: winner, language, place, coins, ...prize } of prizes) {
    const season = prize.season.slice(0, 7);
    await grantCoins(ctx, {
      userId: winner,
      amount: coins,
      type: 'duolingo_reward',
      description: `cup-prize:${season}:${language}:${place}`,
      cause: `cup:${season}:${language}:${place}`,
    });
    await ctx.db
      .updateTable('cupPrizes')
      .set({ status: 'paid', userId: winner, settledAt: ctx.now })
      .where('id', '=', id)
      .execute();
    await notify(ctx, {
      to: [winner],
      kind: 'cup.prize-paid',
      detail: { season, language, place, coins },
      link: `/ranking?season=${season}`,
    });
  }
}
