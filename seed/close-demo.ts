import { rm } from 'node:fs/promises';
import { deleteSessions } from '#features/accounts/delete-sessions.ts';
import { tellAccountChanged } from '#features/accounts/tell-account-changed.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { signInsFile } from './seed-demo.ts';

/**
 * Closes the demo when it has become a community of real people (`SEED=none`). Its passwords are public: they stand in
 * a file and on the sign-in page. So this removes those passwords, their sessions and the file. The database says which
 * they are, also after it was moved and the file was lost. An account whose password was changed since belongs to a
 * person and stays. Returns how many sign-ins it closed.
 */
export async function closeDemo(outer: Ctx, dataDir: string): Promise<number> {
  const closed = await inTransaction(outer, async (ctx) => {
    const methods = await ctx.db
      .deleteFrom('signInMethods')
      .using('demoPasswords')
      .whereRef('signInMethods.userId', '=', 'demoPasswords.userId')
      .whereRef('signInMethods.password', '=', 'demoPasswords.password')
      .returning('signInMethods.userId')
      .execute();
    await ctx.db.deleteFrom('demoPasswords').execute();
    for (const { userId } of methods) {
      await deleteSessions(ctx, userId);
      await tellAccountChanged(ctx, userId);
    }
    return methods.length;
  });
  await rm(signInsFile(dataDir), { force: true });
  return closed;
}
