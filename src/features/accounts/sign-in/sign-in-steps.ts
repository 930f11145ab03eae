import type { Ctx } from '#server/ctx.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import type { Limit } from '#server/limits/count-attempt.ts';
import { mailWork } from '#server/mail/want-mail.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { type OpenAuthPath, sessionNotFound } from '../contract.ts';
import type { OwnerNews } from '../letters/mail-owner.ts';
import { enterByLetter } from '../links/enter-by-letter.ts';
import { requestAccount } from '../links/request-account.ts';
import { enterByPasskey } from '../passkeys/enter-by-passkey.ts';
import { enterByPhone } from '../phones/enter-by-phone.ts';
import { refuseWithoutPhoneCodes } from '../phones/phone-codes.ts';
import { afterProvider } from '../providers/return-from-provider.ts';
import { refuseUnprovedEmail } from '../refuse-unproved.ts';
import { passwordMinLengthFor, providerSignInsFromNetwork, signUpsFromNetwork } from '../rules.ts';
import type { AuthenticationSettings } from './authentication-settings.ts';
import { newcomerTraits } from './newcomer-traits.ts';
import type { PasswordChecks } from './password-checks.ts';
import { reauthenticateOwner } from './reauthenticate-owner.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

/** One request to the sign-in library, before it is handed on. */
export type SignInRequest = {
  ctx: Ctx;
  settings: AuthenticationSettings;
  body: Readonly<Record<string, unknown>>;
  /** The address of the account that a password signs in to; null in every other step. */
  account: string | null;
  /** Where the request comes from: an address, or the /64 of an IPv6 address. */
  network: string;
  /** The device, when its browser has signed in to this account before. */
  device: string | null;
  passwords: PasswordChecks;
  /** It names its session by a bearer token alone, which no page in a browser can: a browser sends the cookie too. */
  isApp: boolean;
};

export type SignInStep = {
  /** Visitors may take it; the other steps are for members. */
  forVisitors?: true;
  /** Hashes a password, which keeps a core busy: such requests wait in a queue. */
  hashes?: true;
  /** How often a network may ask, whatever the answer. */
  perNetwork?: Limit;
  /** Checks a member's password: wrong ones are counted, for all such steps together. */
  checksPassword?: true;
  /** Signs in by a password: wrong ones are counted for the network, the account or the device (`counted-as.ts`). */
  signsIn?: true;
  /** Our own rules, before the library is asked. @throws Refusal */
  refuse?: (request: SignInRequest) => void | Promise<void>;
  /** Answers in place of the library; null hands the request on. */
  insteadOfLibrary?: (request: SignInRequest) => Promise<object | null>;
  /** The body holds a code of the second factor, which counts once (`mark-code-used.ts`). */
  takesCode?: true;
  /** Fields of the body that the server sets, whatever the caller wrote. */
  alwaysSends?: Readonly<Record<string, unknown>>;
  /** The whole body that the library gets, made of what the caller may say. */
  sends?: (request: SignInRequest) => object;
  /**
   * Proves who signs in, in place of the library, which then opens the session. Counts attempts in the context of the
   * request, and uses a link, a code or a challenge up in the one of the step's transaction. Answers the account's id.
   */
  proves?: (request: SignInRequest, ctx: Ctx) => Promise<string>;
  /** The library asks a provider over the network (`step-transaction.ts`). */
  asksProvider?: true;
  /** A browser comes back from a provider: it is sent on to a page (`return-from-provider.ts`). */
  returns?: true;
  /** Runs after the library has succeeded. */
  after?: (ctx: Ctx) => void | Promise<void>;
  /** Which letter the account's owner gets after the step. Called before it, to read the state before. */
  tellsOwner?: (ctx: Ctx) => OwnerNews | null | Promise<OwnerNews | null>;
};

/** Codes of the second factor; the library locks an account's after ten wrong ones in a row. */
const codeLimit = { max: 25, windowMs: 5 * minuteMs };
/** Every session lasts as long as it is used. */
const remembered = { rememberMe: true };
/** No device is trusted to skip the second factor. */
const noTrustedDevice = { trustDevice: false, disableSession: false };

const fromProvider: SignInStep = {
  forVisitors: true,
  perNetwork: providerSignInsFromNetwork,
  asksProvider: true,
  returns: true,
  after: (ctx) => runSoon(ctx, mailWork),
};

/**
 * The rules of every sign-in flow that is open under `/api/auth`, one entry each. `take-sign-in-step.ts` goes through
 * them for a request.
 */
export const signInSteps: Readonly<Record<OpenAuthPath, SignInStep>> = {
  'POST /sign-up/email': {
    forVisitors: true,
    hashes: true,
    perNetwork: signUpsFromNetwork,
    alwaysSends: remembered,
    refuse: ({ body, settings: { appUrl, passwordMinLength } }) =>
      refuseWeakPassword(body.password, { minLength: passwordMinLength, appUrl }),
    insteadOfLibrary: signUpByLetter,
    after: (ctx) => runSoon(ctx, mailWork),
  },
  'POST /sign-in/email': {
    forVisitors: true,
    hashes: true,
    signsIn: true,
    alwaysSends: remembered,
  },
  'POST /sign-out': { forVisitors: true },
  'GET /get-session': { forVisitors: true },
  'GET /list-sessions': {},
  'POST /revoke-session': {},
  'POST /revoke-sessions': {},
  'POST /revoke-other-sessions': {},
  'POST /change-password': {
    hashes: true,
    checksPassword: true,
    refuse: ({ ctx: { actor }, body, settings }) => {
      const who = actor.kind === 'member' ? actor : null;
      const minLength = passwordMinLengthFor(who, settings.passwordMinLength);
      refuseWeakPassword(body.newPassword, { minLength, appUrl: settings.appUrl });
    },
    // The database ends every session with the old password, and the library opens another one here.
    alwaysSends: { revokeOtherSessions: true },
    tellsOwner: () => 'password-changed',
  },
  'POST /two-factor/enable': { hashes: true, checksPassword: true },
  'POST /two-factor/disable': {
    hashes: true,
    checksPassword: true,
    tellsOwner: () => 'second-factor-off',
  },
  'POST /two-factor/verify-totp': {
    forVisitors: true,
    perNetwork: codeLimit,
    takesCode: true,
    alwaysSends: noTrustedDevice,
    tellsOwner: async (ctx) => ((await isSettingUp(ctx)) ? 'second-factor-on' : null),
  },
  'POST /two-factor/verify-backup-code': {
    forVisitors: true,
    perNetwork: codeLimit,
    takesCode: true,
    alwaysSends: noTrustedDevice,
  },
  'POST /two-factor/generate-backup-codes': { hashes: true, checksPassword: true },
  'POST /sign-in/letter': {
    forVisitors: true,
    perNetwork: providerSignInsFromNetwork,
    proves: ({ ctx: outer, settings, body }, ctx) => enterByLetter(outer, ctx, settings.secret, body),
  },
  'POST /sign-in/passkey': {
    forVisitors: true,
    perNetwork: providerSignInsFromNetwork,
    proves: ({ ctx: outer, settings, body }, ctx) => enterByPasskey(outer, ctx, settings, body),
  },
  'POST /sign-in/phone': {
    forVisitors: true,
    perNetwork: providerSignInsFromNetwork,
    refuse: ({ settings }) => refuseWithoutPhoneCodes(settings),
    proves: ({ ctx: outer, settings, body }, ctx) => enterByPhone(outer, ctx, settings.secret, body),
  },
  'POST /sign-in/social': {
    forVisitors: true,
    perNetwork: providerSignInsFromNetwork,
    asksProvider: true,
    // The caller names a provider and nothing else: no address to return to, no token of its own.
    sends: ({ body }) => ({
      provider: String(body.provider),
      callbackURL: afterProvider.signedIn,
      newUserCallbackURL: afterProvider.newcomer,
      errorCallbackURL: afterProvider.failed,
      additionalData: newcomerTraits(body),
    }),
  },
  'POST /link-social': {
    perNetwork: providerSignInsFromNetwork,
    asksProvider: true,
    refuse: refuseToLink,
    sends: ({ body }) => ({
      provider: String(body.provider),
      callbackURL: afterProvider.linked,
      errorCallbackURL: afterProvider.notLinked,
    }),
  },
  'GET /token': { refuse: refuseTokenToPages },
  'GET /jwks': { forVisitors: true, refuse: refuseWithoutApps },
  'GET /callback/google': fromProvider,
  'GET /callback/microsoft': fromProvider,
  'GET /callback/apple': fromProvider,
  'GET /callback/oidc': fromProvider,
};

/**
 * Another way into an account is opened by its owner, whose address is proved: who signed up with the address of
 * another person must not keep a way in after that person has taken the account back.
 */
async function refuseToLink({ ctx, body, passwords }: SignInRequest): Promise<void> {
  const member = memberOf(ctx.actor);
  refuseUnprovedEmail(member);
  const password = typeof body.password === 'string' ? body.password : undefined;
  await reauthenticateOwner(ctx, passwords, member, { password });
}

function refuseWithoutApps({ settings }: SignInRequest): void {
  if (!settings.nativeTokens) throw new Refusal(commonRefusals.notFound);
}

/** What a script of a page could read, an injected script could send away (decisions/0003). */
function refuseTokenToPages(request: SignInRequest): void {
  refuseWithoutApps(request);
  if (!request.isApp) throw new Refusal(sessionNotFound);
}

/**
 * Where addresses are confirmed first, following the letter's link makes the account, so the library makes none now.
 */
async function signUpByLetter({
  ctx,
  settings,
  body,
  passwords,
  network,
}: SignInRequest): Promise<object | null> {
  if (settings.confirmEmail === 'later') return null;
  await requestAccount(ctx, passwords, body, network);
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
