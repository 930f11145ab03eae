import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Db } from '#server/db/connect.ts';
import { lineOfText } from '#shared/text.ts';
import { passwordMaxLength } from './contract.ts';
import { rememberedActors } from './remembered-actors.ts';

export type AuthenticationSettings = {
  appUrl: string;
  origins: readonly string[];
  secret: string;
  passwordMinLength: number;
  /** False only where one machine plays many people: the suite of tests. */
  limitAttempts: boolean;
};

/** The header in which the server, and nobody else, states where a request came from. */
export const clientAddressHeader = 'x-sumi-client-address';

export type Authentication = ReturnType<typeof createAuthentication>;

const personName = lineOfText(80);
const minutes = 60;

/**
 * Sign-up, sign-in and sessions, by Better Auth on our own tables (see migrations/0002). The session sits
 * in an httpOnly cookie; what it may do is decided elsewhere, from the database, on every request.
 */
export function createAuthentication(db: Db, settings: AuthenticationSettings) {
  return betterAuth({
    appName: 'Sumi',
    baseURL: settings.appUrl,
    basePath: '/api/auth',
    trustedOrigins: [...settings.origins],
    secret: settings.secret,
    database: { db, type: 'postgres', transaction: true },
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
      revokeSessionsOnPasswordReset: true,
    },
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
      // A password is changed because somebody else may know it: they are signed out with it.
      before: createAuthMiddleware(async ({ path, body }) =>
        path === '/change-password'
          ? { context: { body: { ...body, revokeOtherSessions: true } } }
          : undefined,
      ),
    },
    databaseHooks: {
      user: {
        create: {
          // The library takes any name and any picture address; ours are checked like every other text.
          async before(user) {
            const name = personName.safeParse(user.name);
            if (!name.success)
              throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message: 'Escribe tu nombre.' });
            return { data: { ...user, name: name.data, image: null } };
          },
        },
      },
      session: {
        create: {
          async before(session, context) {
            // Nobody is banned in the request that makes them, and asking would take a second connection
            // while sign-up holds its first: enough of those at once, and none is left for anybody.
            if (context?.path === '/sign-up/email') return;
            const user = await db
              .selectFrom('users')
              .select('bannedAt')
              .where('id', '=', session.userId)
              .executeTakeFirst();
            if (user?.bannedAt)
              throw new APIError('FORBIDDEN', { code: 'BANNED', message: 'Tu cuenta está suspendida.' });
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
