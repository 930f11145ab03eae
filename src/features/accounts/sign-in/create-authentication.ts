import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Db } from '#server/db/connect.ts';
import { lineOfText } from '#shared/text.ts';
import { passwordMaxLength } from '../contract.ts';
import { rememberedActors } from '../remembered-actors.ts';
import type { AuthenticationSettings } from './authentication-settings.ts';
import { newcomerTraits } from './newcomer-traits.ts';
import { sharingTransactions, transactionOr } from './shared-transaction.ts';
import { type SignInStep, signInSteps } from './sign-in-steps.ts';
import { useCode } from './use-code.ts';
import { welcomeNewcomer } from './welcome-newcomer.ts';

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
      customRules: customRules(),
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
        const { takesCode, alwaysSends } = stepAt(ctx.path);
        if (takesCode) {
          const userId = await userOfChallenge(ctx);
          if (userId && !(await useCode(db, userId, String(ctx.body?.code))))
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
        }
        if (alwaysSends) return { context: { body: { ...ctx.body, ...alwaysSends } } };
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

/** The rules of the flow that the library is at; its own paths carry no method. */
function stepAt(path: string): SignInStep {
  return (signInSteps as Readonly<Record<string, SignInStep>>)[`POST ${path}`] ?? {};
}

/** How often an address may ask, path by path, as the library takes it. */
function customRules() {
  return Object.fromEntries(
    Object.entries(signInSteps).flatMap(([asked, { perAddress }]) => {
      if (perAddress === undefined) return [];
      const rule = perAddress && { window: perAddress.minutes * minutes, max: perAddress.max };
      return [[asked.slice(asked.indexOf('/')), rule] as const];
    }),
  );
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
