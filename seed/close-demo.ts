import { rm } from 'node:fs/promises';
import { endLinks } from '#features/accounts/links/account-links.ts';
import { removeOtherWaysIn } from '#features/accounts/links/remove-other-ways-in.ts';
import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import { setRole } from '#features/accounts/roles/set-role.ts';
import { deleteSessions } from '#features/accounts/sessions/delete-sessions.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { demoAddresses } from './seed-classes.ts';
import { signInsFile } from './seed-demo.ts';

/**
 * Closes the demo when it has become a community of real people (`SEED=none`). Its passwords are public: they stand in
 * a file and on the sign-in page. So this removes those passwords and the file, the sessions of these accounts, and
 * every other way in that a visitor of the demo has added to them. The database says which they are, also after it was
 * moved and the file was lost.
 *
 * A visitor of the demo could also be its administrator, give it an address or a password of their own, and appoint
 * others. So no administrator is left but the operator's own (`ADMIN_EMAIL`), and the demo's teacher teaches no more.
 * An account whose password was changed since belongs to a person and stays, as a student. Answers how many sign-ins it
 * closed, and how many accounts lost a role.
 */
export async function closeDemo(
  outer: Ctx,
  dataDir: string,
  operator: string | null = null,
): Promise<{ signIns: number; roles: number }> {
  const closed = await inTransaction(outer, async (ctx) => {
    const methods = await ctx.db
      .deleteFrom('signInMethods')
      .using('demoPasswords')
      .whereRef('signInMethods.userId', '=', 'demoPasswords.userId')
      .whereRef('signInMethods.password', '=', 'demoPasswords.password')
      .returning('signInMethods.userId')
      .execute();
    await ctx.db.deleteFrom('demoParts').execute();
    const offered = await ctx.db.deleteFrom('demoPasswords').returning('userId').execute();
    if (offered.length === 0) return { signIns: 0, roles: 0 };
    for (const { userId } of methods) {
      await removeOtherWaysIn(ctx, userId);
      await endLinks(ctx, userId);
    }
    const raised = await ctx.db
      .selectFrom('userRoles')
      .innerJoin('users', 'users.id', 'userRoles.userId')
      .select('userRoles.userId')
      .where('users.email', '<>', operator ?? '')
      .where(({ eb, or, and }) =>
        or([
          eb('userRoles.role', '=', 'admin'),
          and([
            eb('userRoles.role', '=', 'teacher'),
            eb(
              'userRoles.userId',
              'in',
              offered.map(({ userId }) => userId),
            ),
          ]),
        ]),
      )
      .execute();
    for (const { userId } of raised) await setRole(ctx, userId, 'student');
    for (const userId of new Set([...methods, ...raised].map(({ userId }) => userId))) {
      await deleteSessions(ctx, userId);
      await publishAccountChanged(ctx, userId);
    }
    return { signIns: methods.length, roles: raised.length };
  });
  await rm(signInsFile(dataDir), { force: true });
  return closed;
}

/** How many people of the demo have an account here. They stay where a demo became a community of real people. */
export async function countDemoPeople({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { people } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('email', 'like', demoAddresses)
    .executeTakeFirstOrThrow();
  return Number(people);
}
