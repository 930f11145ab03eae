import { rm } from 'node:fs/promises';
import type { Authentication } from '#features/accounts/sign-in/create-authentication.ts';
import { tellAccountChanged } from '#features/accounts/tell-account-changed.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { readDemoSignIns, signInsFile } from './seed-demo.ts';

/**
 * Where a demo became a community of real people (`SEED=none` from now on), nobody comes in by the demo's sign-ins any
 * more: their passwords, which stand in a file and on the sign-in page, and their sessions are taken away, and the file
 * goes. A sign-in whose password was changed since is somebody's own and stays. Answers how many were closed.
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
