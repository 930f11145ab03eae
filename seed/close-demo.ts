import { rm } from 'node:fs/promises';
import type { Authentication } from '#features/accounts/sign-in/create-authentication.ts';
import { tellAccountChanged } from '#features/accounts/tell-account-changed.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { readDemoSignIns, signInsFile } from './seed-demo.ts';

/**
 * Closes the demo when it has become a community of real people (`SEED=none`). Its passwords are public: they stand in
 * a file and on the sign-in page. So this removes those passwords, their sessions and the file. An account whose
 * password was changed since belongs to a person and stays. Returns how many sign-ins it closed.
 */
export async function closeDemo(
  outer: Ctx,
  authentication: Authentication,
  dataDir: string,
): Promise<number> {
  const { password: hasher } = await authentication.$context;
  let closed = 0;
  for (const { email, password } of await readDemoSignIns(dataDir)) {
    const method = await outer.db
      .selectFrom('signInMethods')
      .innerJoin('users', 'users.id', 'signInMethods.userId')
      .select(['signInMethods.id', 'userId', 'password'])
      .where('email', '=', email)
      .where('email', 'like', '%@demo.example')
      .where('providerId', '=', 'credential')
      .executeTakeFirst();
    if (!method?.password || !(await hasher.verify({ hash: method.password, password }))) continue;
    await inTransaction(outer, async (ctx) => {
      await ctx.db.deleteFrom('signInMethods').where('id', '=', method.id).execute();
      await ctx.db.deleteFrom('sessions').where('userId', '=', method.userId).execute();
      await tellAccountChanged(ctx, method.userId);
    });
    closed++;
  }
  await rm(signInsFile(dataDir), { force: true });
  return closed;
}
