import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { noteSecurity } from '#server/note-security.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';

/** What the library answers to a wrong password. */
const wrongSignIn = { code: 'INVALID_EMAIL_OR_PASSWORD', status: 401 } as const satisfies RefusalKind;

type Credential = { userId: string; password: string | null };

/** The credential that the sign-in under way began with. */
const underWay = new AsyncLocalStorage<{ began?: Credential | undefined }>();

/** Notes the credential of the account before the library checks what was sent against it. */
export async function noteCredential(db: Db, account: { email: string } | { userId: string }): Promise<void> {
  const signIn = underWay.getStore();
  if (signIn) signIn.began = await findCredential(db, account);
}

/**
 * Refuses a sign-in whose password was replaced while it ran: hashing takes a while, and a reset that ends every
 * session would miss the one that is made after it. A session is made under a lock on the user's row (its foreign key),
 * for which a reset waits until the sign-in has committed, and which it holds until its own commit. So either the reset
 * deletes the session, or the new password is read here, and the refusal rolls the session back.
 * @throws Refusal
 */
export async function refuseOutdatedPassword(
  { db, log }: Ctx,
  signIn: () => Promise<Response>,
): Promise<Response> {
  const noted: { began?: Credential | undefined } = {};
  const answer = await underWay.run(noted, signIn);
  if (!answer.ok || !noted.began) return answer;
  const { userId, password } = noted.began;
  if ((await findCredential(db, { userId }))?.password === password) return answer;
  noteSecurity(log, 'refused', { userId }, 'a password was replaced while it signed in');
  throw new Refusal(wrongSignIn);
}

function findCredential(db: Db, account: { email: string } | { userId: string }) {
  return db
    .selectFrom('signInMethods')
    .innerJoin('users', 'users.id', 'signInMethods.userId')
    .select(['userId', 'password'])
    .where('providerId', '=', 'credential')
    .where((of) =>
      'email' in account ? of('email', '=', account.email.toLowerCase()) : of('userId', '=', account.userId),
    )
    .executeTakeFirst();
}
