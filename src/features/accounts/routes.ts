import type { Context } from 'hono';
import type { Api } from '#server/http/api.ts';
import type { ApiEnv } from '#server/http/api-env.ts';
import { limitBody, requireJson } from '#server/http/limit-body.ts';
import { serve } from '#server/http/serve.ts';
import { limitAttempts } from '#server/limits/limit-attempts.ts';
import type { Role } from '#shared/actor.ts';
import * as contract from './contract.ts';
import { endInvitation } from './invitations/end-invitation.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { makeInvitation } from './invitations/make-invitation.ts';
import { readInvitation } from './invitations/read-invitation.ts';
import { followLink } from './links/follow-link.ts';
import { readLink } from './links/read-link.ts';
import { requestEmailChange } from './links/request-email-change.ts';
import { requestPasswordReset } from './links/request-password-reset.ts';
import { requestSignInLetter } from './links/request-sign-in-letter.ts';
import { resetPassword } from './links/reset-password.ts';
import { sendVerification } from './links/send-verification.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { beginPasskey } from './passkeys/begin-passkey.ts';
import { beginPasskeySignIn } from './passkeys/enter-by-passkey.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { canHavePasskeys } from './passkeys/passkey-challenges.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renamePasskey } from './passkeys/rename-passkey.ts';
import { addPhone } from './phones/add-phone.ts';
import { beginPhone } from './phones/begin-phone.ts';
import { listCountries } from './phones/read-number.ts';
import { removePhone } from './phones/remove-phone.ts';
import { requestSignInSms } from './phones/request-sign-in-sms.ts';
import { returnFromProvider } from './providers/return-from-provider.ts';
import { turnFormIntoAddress } from './providers/turn-form-into-address.ts';
import { unlinkIdentity } from './providers/unlink-identity.ts';
import { readAccount } from './read-account.ts';
import { providerSignInsFromNetwork, resetsFromNetwork, smsFromNetwork } from './rules.ts';
import { knownDevice } from './sessions/known-device.ts';
import type { AuthenticationSettings } from './sign-in/authentication-settings.ts';
import type { Authentication } from './sign-in/create-authentication.ts';
import type { PasswordChecks } from './sign-in/password-checks.ts';
import { takeSignInStep } from './sign-in/take-sign-in-step.ts';

/** Apple posts a form from its own page; see `turnFormIntoAddress`. */
export const formReturn = '/api/auth/callback/apple';

export type DemoSignIn = { role: Role; email: string; password: string };

type AccountParts = {
  authentication: Authentication;
  settings: AuthenticationSettings;
  demoSignIns: () => Promise<DemoSignIn[]>;
  passwords: PasswordChecks;
  /** The WhatsApp number of the community; empty for none. */
  contact: string;
};

export function accountRoutes(parts: AccountParts) {
  return (api: Api): void => {
    if (parts.settings.limitAttempts) limitNetworks(api);
    accounts(api, parts);
    letters(api, parts);
    passkeys(api, parts);
    phones(api, parts);
    invitations(api);
    signIn(api, parts);
  };
}

/** What a network may ask for, before an operation is reached. */
function limitNetworks(api: Api): void {
  for (const [name, { path }] of [
    ['resets', contract.requestPasswordReset],
    ['sign-in-letters', contract.requestSignInLetter],
  ] as const)
    api.post(path, limitAttempts({ name, ...resetsFromNetwork }));
  for (const { path } of [contract.requestSignInSms, contract.beginPhone])
    api.post(path, limitAttempts({ name: 'sms', ...smsFromNetwork }));
  const begins = { name: 'passkey-sign-ins', ...providerSignInsFromNetwork };
  api.post(contract.beginPasskeySignIn.path, limitAttempts(begins));
}

function accounts(api: Api, { settings, demoSignIns, passwords, contact }: AccountParts): void {
  serve(api, contract.readAccount, async (ctx) => ({ account: await readAccount(ctx) }));
  serve(api, contract.listDemoSignIns, async () => ({ signIns: await demoSignIns() }));
  serve(api, contract.readSignInRules, async () => ({
    passwordMinLength: settings.passwordMinLength,
    mail: settings.mail,
    providers: settings.providers.map(({ id, name }) => ({ id, name })),
    passkeys: canHavePasskeys(settings.appUrl),
    phones: listCountries(settings.phoneCodes?.countries ?? []),
    contact,
  }));
  serve(api, contract.unlinkIdentity, async (ctx, { params, body }) => {
    const usable = settings.providers.map(({ id }) => id);
    await unlinkIdentity(
      ctx,
      { passwords, usable },
      {
        id: params.id,
        password: body.password,
      },
    );
    return { unlinked: true as const };
  });
}

/** Which device of an account asks, by the cookies of its request; null for a device that never signed in to it. */
const devicesOf = (settings: AuthenticationSettings) => (cookies: string | undefined) => (account: string) =>
  knownDevice(settings, cookies, account);

function letters(api: Api, { settings, passwords }: AccountParts): void {
  const deviceOf = devicesOf(settings);
  serve(api, contract.requestPasswordReset, async (ctx, { body, caller }) => {
    const { network, cookies } = caller();
    await requestPasswordReset(ctx, body, { network, device: deviceOf(cookies)(body.email) });
    return { asked: true };
  });
  serve(api, contract.requestSignInLetter, async (ctx, { body, caller }) => {
    const { network, cookies } = caller();
    return requestSignInLetter(ctx, settings, body, { network, device: deviceOf(cookies)(body.email) });
  });
  serve(api, contract.resetPassword, (ctx, { body }) => resetPassword(ctx, settings, passwords, body));
  serve(api, contract.readLink, (ctx, { body }) => readLink(ctx, settings, body.token));
  serve(api, contract.followLink, (ctx, { body }) => followLink(ctx, settings.secret, body.token));
  serve(api, contract.sendVerification, async (ctx, { caller }) => {
    await sendVerification(ctx, caller().network);
    return { asked: true };
  });
  serve(api, contract.requestEmailChange, async (ctx, { body, caller }) => {
    const { network } = caller();
    await requestEmailChange(ctx, passwords, { ...body, network });
    return { asked: true };
  });
}

function passkeys(api: Api, { settings, passwords }: AccountParts): void {
  serve(api, contract.listPasskeys, (ctx) => listPasskeys(ctx));
  serve(api, contract.beginPasskey, (ctx, { body }) => beginPasskey(ctx, settings, passwords, body.password));
  serve(api, contract.addPasskey, (ctx, { body }) => addPasskey(ctx, settings, body));
  serve(api, contract.renamePasskey, (ctx, { params, body }) => renamePasskey(ctx, { ...params, ...body }));
  serve(api, contract.removePasskey, async (ctx, { params, body }) => {
    await removePasskey(ctx, passwords, { ...params, ...body });
    return { removed: true as const };
  });
  serve(api, contract.beginPasskeySignIn, (ctx) => beginPasskeySignIn(ctx, settings));
}

function phones(api: Api, { settings, passwords }: AccountParts): void {
  const deviceOf = devicesOf(settings);
  serve(api, contract.requestSignInSms, (ctx, { body, caller }) => {
    const { network, cookies } = caller();
    return requestSignInSms(ctx, settings, body, { network, deviceOf: deviceOf(cookies) });
  });
  serve(api, contract.beginPhone, (ctx, { body, caller }) => {
    const { network } = caller();
    return beginPhone(ctx, { passwords, settings, network }, body);
  });
  serve(api, contract.addPhone, (ctx, { body }) => addPhone(ctx, settings, body));
  serve(api, contract.removePhone, async (ctx, { body }) => {
    await removePhone(ctx, passwords, body.password);
    return { removed: true as const };
  });
}

function invitations(api: Api): void {
  serve(api, contract.listInvitations, (ctx, { query }) => listInvitations(ctx, query));
  serve(api, contract.makeInvitation, (ctx, { body }) => makeInvitation(ctx, body));
  serve(api, contract.endInvitation, (ctx, { params }) => endInvitation(ctx, params.id));
  serve(api, contract.readInvitation, (ctx, { params }) => readInvitation(ctx, params.code));
}

/** The steps of signing in, which the sign-in library takes. Its addresses come last: they are all that is left. */
function signIn(api: Api, { authentication, settings, passwords }: AccountParts): void {
  const take = (c: Context<ApiEnv>) => takeSignInStep(c, { authentication, settings, passwords });
  api.use('/api/auth/*', limitBody);
  api.post(formReturn, turnFormIntoAddress);
  api.get('/api/auth/callback/*', (c) => returnFromProvider(c, () => take(c)));
  api.post('/api/auth/*', requireJson);
  api.all('/api/auth/*', take);
}
