import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware, getOAuthState, getSessionFromCtx } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { bearer } from 'better-auth/plugins/bearer';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from '#server/http/network-of.ts';
import type { Log } from '#server/log.ts';
import { lineOfText } from '#shared/text.ts';
import { keySet } from '../apps/key-set.ts';
import { passwordMaxLength } from '../contract.ts';
import { holdIdentity } from '../providers/hold-identity.ts';
import { openIdProviders } from '../providers/openid-provider.ts';
import { refuseEndedLink } from '../providers/refuse-ended-link.ts';
import { afterProvider } from '../providers/return-from-provider.ts';
import { mailIdentityAdded, noTokens, welcomeByProvider } from '../providers/welcome-by-provider.ts';
import { endSessionBefore } from '../sessions/delete-sessions.ts';
import { readToken } from '../sessions/read-token.ts';
import { forgetAfterCommit } from '../sessions/remembered-actors.ts';
import { openSessionPath, sessionOpener } from '../sessions/session-opener.ts';
import { actorOfStep, sharingTransactions, stepOr } from '../sessions/step-transaction.ts';
import type { AuthenticationSettings } from './authentication-settings.ts';
import { logLibraryFaults } from './log-library-faults.ts';
import { markCodeUsed } from './mark-code-used.ts';
import { markLongPasswords } from './mark-long-passwords.ts';
import { nameInAddress, newcomerName } from './newcomer-name.ts';
import { newcomerTraits } from './newcomer-traits.ts';
import { noteCredential } from './outdated-password.ts';
import { findUnreadableFactors } from './remove-factor.ts';
import { type SignInStep, signInSteps } from './sign-in-steps.ts';
import { welcomeNewcomer } from './welcome-newcomer.ts';

/** The header in which the server states the client address; what a client sends under this name is overwritten. */
export const clientAddressHeader = 'x-sumi-client-address';

export type Authentication = ReturnType<typeof createAuthentication>;

const personName = lineOfText(80);
const minutes = 60;

/**
 * Sign-up, sign-in, the second factor and sessions, by Better Auth on our own tables (migrations/0002-accounts.sql).
 * The session sits in an httpOnly cookie; what it may do is decided elsewhere, from the database, on every request.
 */
export function createAuthentication(db: Db, log: Log, settings: AuthenticationSettings) {
  const isKnown = (providerId: string, accountId: string) => holdIdentity(stepOr(db), providerId, accountId);
  return betterAuth({
    appName: 'Sumi',
    baseURL: settings.appUrl,
    basePath: '/api/auth',
    trustedOrigins: [...settings.origins],
    secret: settings.secret,
    database: { db: sharingTransactions(db), type: 'postgres', transaction: true },
    logger: logLibraryFaults(log),
    telemetry: { enabled: false },
    onAPIError: { throw: true, errorURL: afterProvider.failed },
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: settings.sessionIdleDays * 24 * 60 * minutes,
      updateAge: 24 * 60 * minutes,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'signInMethods',
      updateAccountOnSignIn: false,
      // By itself an identity joins an account only where the provider and Sumi have both proved the address. A
      // person who is signed in may join one of another address.
      accountLinking: { requireLocalEmailVerified: true, trustedProviders: [], allowDifferentEmails: true },
    },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: settings.passwordMinLength,
      maxPasswordLength: passwordMaxLength,
      password: markLongPasswords({ hash: hashPassword, verify: verifyPassword }, settings.passwordMinLength),
    },
    plugins: [
      askedAfterEverySignIn(twoFactor({ issuer: 'Sumi', twoFactorTable: 'twoFactors' })),
      sessionOpener(),
      openIdProviders(settings.providers, isKnown, log),
      // Only signed tokens: the bare token of a session, which lists of sessions show, signs in no client.
      ...(settings.nativeTokens ? [bearer({ requireSignature: true }), keySet(db, settings)] : []),
    ],
    // Attempts are counted by us (`take-sign-in-step.ts`), before the library is asked.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'sumi',
      useSecureCookies: settings.appUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // The library would read the database's catalogue as a process starts. Where that failed, as with a database that
      // was away for a moment, it would read again in the transaction of a sign-in, which cannot, and no person could
      // sign in until the next start. A test compares the tables instead.
      database: { generateId: false, validateSchema: false },
    },
    hooks: {
      before: createAuthMiddleware((ctx) => beforeLibrary(stepOr(db).db, ctx)),
    },
    databaseHooks: databaseHooks(db, log),
  });
}

/** Uses up codes before the library compares them, and replaces what it would take from a form. */
async function beforeLibrary(db: Db, ctx: HookContext) {
  const { takesCode, alwaysSends } = stepAt(ctx.path);
  await refuseOtherSession(db, ctx);
  if (takesCode) {
    const userId = await userOfChallenge(ctx);
    if (userId) await noteCredential(db, { userId });
    if (userId && (await findUnreadableFactors({ db }, ctx.context.secret, userId)).length > 0)
      throw new APIError('CONFLICT', { code: 'FACTOR_UNREADABLE' });
    if (userId && !(await markCodeUsed(db, userId, String(ctx.body?.code))))
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
  }
  if (ctx.path === '/sign-in/email') await noteCredential(db, { email: String(ctx.body?.email) });
  if (ctx.path === '/sign-up/email')
    return { context: { body: { ...ctx.body, ...alwaysSends, name: newcomerName(ctx.body ?? {}) } } };
  if (alwaysSends) return { context: { body: { ...ctx.body, ...alwaysSends } } };
}

/**
 * A member's step acts in a session of that member: our rules have judged them, and counted for them. The library gets
 * no other session (`sent-session.ts`), so another one is a fault of ours. @throws Error
 */
async function refuseOtherSession(db: Db, ctx: HookContext): Promise<void> {
  const actor = actorOfStep();
  const token = actor?.kind === 'member' ? await readToken(ctx) : null;
  if (actor?.kind !== 'member' || !token) return;
  const session = await db
    .selectFrom('sessions')
    .select('userId')
    .where('token', '=', token)
    .executeTakeFirst();
  if (session && session.userId !== actor.userId)
    throw new Error('the sign-in library has a session of another person than our rules');
}

/** What we check and write as the library writes a person, a way to sign in or a session. */
function databaseHooks(db: Db, log: Log): BetterAuthOptions['databaseHooks'] {
  return {
    user: {
      create: {
        // The library takes any name and any picture address; a name is checked like every other text.
        async before(user, context) {
          const isByProvider = context?.path === '/callback/:id';
          const given = personName.safeParse(user.name);
          const name =
            given.success || !isByProvider ? given : personName.safeParse(nameInAddress(user.email));
          if (!name.success) throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME' });
          return { data: { ...user, name: name.data, image: null } };
        },
      },
    },
    account: {
      create: {
        async before(account, context) {
          const parts = { db: stepOr(db).db, log };
          const network = networkOf(context?.headers?.get(clientAddressHeader) ?? '');
          if (context?.path === '/sign-up/email')
            await welcomeNewcomer(parts, account.userId, { ...newcomerTraits(context.body), network });
          if (account.providerId === 'credential') return;
          await refuseEndedLinkIn(parts.db, context);
          await welcomeByProvider(parts, account.userId, { state: await getOAuthState(), network });
          return { data: { ...account, ...noTokens } };
        },
        async after(account) {
          if (account.providerId !== 'credential') await mailIdentityAdded(stepOr(db), account);
        },
      },
      update: {
        async before(account, context) {
          await refuseEndedLinkIn(stepOr(db).db, context);
          return { data: { ...account, ...noTokens } };
        },
      },
    },
    session: {
      create: {
        async before(session) {
          const user = await stepOr(db)
            .db.selectFrom('users')
            .select('bannedAt')
            .where('id', '=', session.userId)
            .executeTakeFirst();
          if (user?.bannedAt) throw new APIError('FORBIDDEN', { code: 'BANNED' });
        },
        after: (session, context) => endSessionBefore(stepOr(db), context, session),
      },
      delete: {
        async after(session) {
          forgetAfterCommit(stepOr(db), session.userId);
        },
      },
    },
  };
}

/** Checks the return to a link that a member began, new identity or not; every other write is left alone. */
async function refuseEndedLinkIn(db: Db, context: HookContext | null): Promise<void> {
  if (context?.path !== '/callback/:id') return;
  const link = (await getOAuthState())?.link;
  if (link) await refuseEndedLink({ db, now: new Date() }, context, link.userId);
}

/** The library asks for the second factor after a password alone; we ask after every way of signing in. */
function askedAfterEverySignIn(factor: ReturnType<typeof twoFactor>): ReturnType<typeof twoFactor> {
  const signInPaths = ['/sign-in/email', '/callback/:id', openSessionPath];
  for (const hook of factor.hooks.after) hook.matcher = ({ path }) => signInPaths.includes(path ?? '');
  return factor;
}

/** The rules of a path of the library, which has no method in it. */
function stepAt(path: string): SignInStep {
  return (signInSteps as Readonly<Record<string, SignInStep>>)[`POST ${path}`] ?? {};
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Whom a code belongs to: the person who is signing in, or the signed-in person who sets the second factor up. */
async function userOfChallenge(ctx: HookContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const { name } = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!challenge) return undefined;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value;
}
