import type { Ctx } from '#server/ctx.ts';

/** Locks a wallet until the transaction ends, so that nothing is paid into it or from it meanwhile. */
export async function lockWallet({ db }: Pick<Ctx, 'db'>, userId: string): Promise<void> {
  await db.selectFrom('wallets').select('userId').where('userId', '=', userId).forUpdate().execute();
}
