import type { Ctx } from '#server/ctx.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import { mailWork } from '#server/mail/want-mail.ts';
import type { OpenAuthPath } from '../contract.ts';
import type { OwnerNews } from '../letters/tell-owner.ts';
import { endLinks } from '../links/account-links.ts';
import { requestAccount } from '../links/request-account.ts';
import { accountLimits, passwordMinLengthFor } from '../rules.ts';
import type { AuthenticationSettings } from './authentication-settings.ts';
import { limitAccount } from './limit-account.ts';
import { networkOf } from './network-of.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

/** One request to the sign-in library, before it is handed on. */
export type SignInRequest = {
  ctx: Ctx;
  settings: AuthenticationSettings;
  body: Readonly<Record<string, unknown>>;
  /** Where the request comes from. */
  address: string;
  hash: (password: string) => Promise<string>;
};

export type SignInStep = {
  /** Visitors may take it; the other steps are for members. */
  forVisitors?: true;
  /** Hashes a password, which keeps a core busy: such requests wait in a queue. */
  hashes?: true;
  /** How often an address may ask, false for no limit; 300 times in five minutes without. Better Auth counts. */
  perAddress?: { max: number; minutes: number } | false;
  /** Our own rules, before the library is asked. @throws Refusal */
  refuse?: (request: SignInRequest) => void | Promise<void>;
  /** Answers in place of the library; null hands the request on. */
  insteadOfLibrary?: (request: SignInRequest) => Promise<object | null>;
  /** The body holds a code of the second factor, which counts once (`use-code.ts`). */
  takesCode?: true;
  /** What the body says whatever the caller wrote. */
  alwaysSends?: Readonly<Record<string, unknown>>;
  /** What else changes once the library has done it. */
  after?: (ctx: Ctx) => void | Promise<void>;
  /** What the account's owner is told of by mail once it is done; asked before, so that a change can be seen. */
  tellsOwner?: (ctx: Ctx) => OwnerNews | null | Promise<OwnerNews | null>;
};

const secondFactorLimit = { max: 25, minutes: 5 };
/** No device is trusted to skip the second factor. */
const noTrustedDevice = { trustDevice: false, disableSession: false };

/**
 * The rules of every sign-in flow that is open under `/api/auth`, one entry each. `take-sign-in-step.ts` goes through
 * them for a request; `create-authentication.ts` gives the library those that it enforces itself.
 */
export const signInSteps: Readonly<Record<OpenAuthPath, SignInStep>> = {
  'POST /sign-up/email': {
    forVisitors: true,
    hashes: true,
    perAddress: { max: 5, minutes: 30 },
    refuse: ({ body, settings }) => refuseWeakPassword(body.password, settings.passwordMinLength),
    insteadOfLibrary: signUpByLetter,
    after: (ctx) => runSoon(ctx, mailWork),
  },
  'POST /sign-in/email': {
    forVisitors: true,
    hashes: true,
    perAddress: { max: 25, minutes: 5 },
    refuse: async ({ ctx, body, settings }) => {
      if (typeof body.email === 'string' && settings.limitAttempts)
        await limitAccount(ctx, 'sign-in', body.email, accountLimits.signIn);
    },
  },
  'POST /sign-out': { forVisitors: true },
  'GET /get-session': { forVisitors: true, perAddress: false },
  'GET /list-sessions': {},
  'POST /revoke-session': {},
  'POST /revoke-sessions': {},
  'POST /revoke-other-sessions': {},
  'POST /change-password': {
    hashes: true,
    perAddress: { max: 5, minutes: 30 },
    refuse: ({ ctx: { actor }, body, settings }) => {
      const role = actor.kind === 'member' ? actor.role : null;
      refuseWeakPassword(body.newPassword, passwordMinLengthFor(role, settings.passwordMinLength));
    },
    // A password is changed because somebody else may know it: they are signed out with it.
    alwaysSends: { revokeOtherSessions: true },
    // Links that were sent while the old password held end with it.
    after: async (ctx) => {
      if (ctx.actor.kind === 'member') await endLinks(ctx, ctx.actor.userId);
    },
    tellsOwner: () => 'password-changed',
  },
  'POST /two-factor/enable': { hashes: true, perAddress: secondFactorLimit },
  'POST /two-factor/disable': {
    hashes: true,
    perAddress: secondFactorLimit,
    tellsOwner: () => 'second-factor-off',
  },
  'POST /two-factor/verify-totp': {
    forVisitors: true,
    perAddress: secondFactorLimit,
    takesCode: true,
    alwaysSends: noTrustedDevice,
    tellsOwner: async (ctx) => ((await isSettingUp(ctx)) ? 'second-factor-on' : null),
  },
  'POST /two-factor/verify-backup-code': {
    forVisitors: true,
    perAddress: secondFactorLimit,
    takesCode: true,
    alwaysSends: noTrustedDevice,
  },
  'POST /two-factor/generate-backup-codes': { hashes: true, perAddress: secondFactorLimit },
};

/** Where mail is sent, an account is made once its address is confirmed, so the library makes none now. */
async function signUpByLetter({ ctx, settings, body, address, hash }: SignInRequest): Promise<object | null> {
  if (settings.mail !== 'sent') return null;
  if (settings.limitAttempts)
    await limitAccount(ctx, 'sign-up-from', networkOf(address), accountLimits.signUp);
  await requestAccount(ctx, { hash }, body);
  return { token: null, user: null };
}

/** Whether a member's code switches the second factor on; a member who has it already signs in with the code. */
async function isSettingUp({ db, actor }: Ctx): Promise<boolean> {
  if (actor.kind === 'visitor') return false;
  const { twoFactorEnabled } = await db
    .selectFrom('users')
    .select('twoFactorEnabled')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return !twoFactorEnabled;
}
