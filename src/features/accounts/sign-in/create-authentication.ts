import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Db } from '#server/db/connect.ts';
import { lineOfText } from '#shared/text.ts';
import { passwordMaxLength } from '../contract.ts';
import { rememberedActors } from '../remembered-actors.ts';
import { newcomerTraits } from './newcomer-traits.ts';
import { sharingTransactions, transactionOr } from './shared-transaction.ts';
import { useCode } from './use-code.ts';
import { welcomeNewcomer } from './welcome-newcomer.ts';

export type AuthenticationSettings = {
  appUrl: string;
  origins: readonly string[];
  secret: string;
  passwordMinLength: number;
  /** False only where one machine plays many people: the suite of tests. */
  limitAttempts: boolean;
  /** Whether letters arrive, become files that the organiser of a trial reads, or files nobody is told of. */
  mail: 'sent' | 'folder' | 'none';
  /** Whether apps that are no browser may hold a bearer token. */
  nativeTokens: boolean;
};

/** The header in which the server, and nobody else, states where a request came from. */
export const clientAddressHeader = 'x-sumi-client-address';

export type Authentication = ReturnType<typeof createAuthentication>;

const personName = lineOfText(80);
const minutes = 60;

/**
 * Sign-up, sign-in, the second factor and sessions, by Better Auth on our own tables (migrations/0002-accounts.sql).
 * The session sits in an httpOnly cookie; what it may do is decided elsewhere, from the database, on every request.
 */
export function createAuthentication(db: Db, settings: AuthenticationSettings) {
  return betterAuth({
    appName: 'Sumi',
    baseURL: settings.appUrl,
    basePath: '/api/auth',
    trustedOrigins: [...settings.origins],
    secret: settings.secret,
    database: { db: sharingTransactions(db), type: 'postgres', transaction: true },
    logger: { disabled: true },
    telemetry: { enabled: false },
    onAPIError: { throw: true },
    user: { modelName: 'users' },
    session: {
      modelName: 'sessions',
      expiresIn: 30 * 24 * 60 * minutes,
      updateAge: 24 * 60 * minutes,
      cookieCache: { enabled: false },
    },
    account: { modelName: 'signInMethods' },
    verification: { modelName: 'verifications' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: settings.passwordMinLength,
      maxPasswordLength: passwordMaxLength,
    },
    plugins: [
      twoFactor({ issuer: 'Sumi', twoFactorTable: 'twoFactors' }),
      // Only tokens that we signed: a session's bare name, which lists of sessions show, opens nothing.
      ...(settings.nativeTokens ? [bearer({ requireSignature: true })] : []),
    ],
    rateLimit: {
      enabled: settings.limitAttempts,
      storage: 'database',
      modelName: 'rateLimits',
      window: 5 * minutes,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 5 * minutes, max: 25 },
        '/sign-up/email': { window: 30 * minutes, max: 5 },
        '/change-password': { window: 30 * minutes, max: 5 },
        '/two-factor/*': { window: 5 * minutes, max: 25 },
        '/get-session': false,
      },
    },
    advanced: {
      cookiePrefix: 'sumi',
      useSecureCookies: settings.appUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: false },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const { path, body } = ctx;
        // A password is changed because somebody else may know it: they are signed out with it.
        if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } };
        if (path !== '/two-factor/verify-totp' && path !== '/two-factor/verify-backup-code') return;
        const userId = await userOfChallenge(ctx);
        if (userId && !(await useCode(db, userId, String(body?.code)))) {
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
        }
        // No device is trusted to go without.
        return { context: { body: { ...body, trustDevice: false, disableSession: false } } };
      }),
    },
    databaseHooks: {
      user: {
        create: {
          // The library takes any name and any picture address; ours are checked like every other text.
          async before(user) {
            const name = personName.safeParse(user.name);
            if (!name.success) throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME' });
            return { data: { ...user, name: name.data, image: null } };
          },
        },
      },
      account: {
        create: {
          async before(account, context) {
            if (context?.path !== '/sign-up/email') return;
            await welcomeNewcomer(transactionOr(db), account.userId, newcomerTraits(context.body));
          },
        },
      },
      session: {
        create: {
          async before(session) {
            const user = await transactionOr(db)
              .selectFrom('users')
              .select('bannedAt')
              .where('id', '=', session.userId)
              .executeTakeFirst();
            if (user?.bannedAt) throw new APIError('FORBIDDEN', { code: 'BANNED' });
          },
        },
        delete: {
          async after(session) {
            rememberedActors.forget(session.userId);
          },
        },
      },
    },
  });
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Who a code is for: the person in the middle of signing in, or whoever is signed in and sets it up. */
async function userOfChallenge(ctx: HookContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const { name } = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!challenge) return undefined;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value;
}
