import { answerRefusal } from '#server/http/answer-errors.ts';
import type { Api } from '#server/http/api.ts';
import { createGate } from '#server/http/gate.ts';
import { limitBody, requireJson } from '#server/http/limit-body.ts';
import { serve } from '#server/http/serve.ts';
import { limitRequests } from '#server/limits/limit-requests.ts';
import { memberOf, type Role } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import * as contract from './contract.ts';
import { findLink } from './links/account-links.ts';
import { followLink } from './links/follow-link.ts';
import { requestAccount } from './links/request-account.ts';
import { requestEmailChange } from './links/request-email-change.ts';
import { requestPasswordReset } from './links/request-password-reset.ts';
import { resetPassword } from './links/reset-password.ts';
import { sendVerification } from './links/send-verification.ts';
import { readAccount } from './read-account.ts';
import { accountLimits, requestLimit } from './rules.ts';
import { askLibrary, inOurWords, withTokenForApps } from './sign-in/ask-library.ts';
import type { Authentication, AuthenticationSettings } from './sign-in/create-authentication.ts';
import { limitAccount } from './sign-in/limit-account.ts';
import { networkOf } from './sign-in/network-of.ts';
import { refuseEarly } from './sign-in/refuse-early.ts';
import { isSettingUp, tellWhatChanged } from './sign-in/tell-what-changed.ts';

export type DemoSignIn = { role: Role; email: string; password: string };

const open = new Set<string>(contract.openAuthPaths);
const forVisitors = new Set<contract.OpenAuthPath>([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
]);
const hashing = new Set<contract.OpenAuthPath>([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /change-password',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
]);

export function accountRoutes(
  authentication: Authentication,
  settings: AuthenticationSettings,
  demoSignIns: () => Promise<DemoSignIn[]>,
) {
  // Hashing a password keeps a core busy on purpose: a crowd that signs in must not stop everybody's feed.
  const throughGate = createGate({ atOnce: 2, waiting: 40 });
  const hash = async (password: string) => {
    const { password: hasher } = await authentication.$context;
    return throughGate(() => hasher.hash(password));
  };
  const verify = async (given: { hash: string; password: string }) => {
    const { password: hasher } = await authentication.$context;
    return throughGate(() => hasher.verify(given));
  };

  return (api: Api): void => {
    if (settings.limitAttempts) api.use('/api/*', limitRequests(requestLimit));

    serve(api, contract.readAccount, async (ctx) => ({ account: await readAccount(ctx) }));
    serve(api, contract.listDemoSignIns, async () => ({ signIns: await demoSignIns() }));
    serve(api, contract.readSignInRules, async () => ({
      passwordMinLength: settings.passwordMinLength,
      mail: settings.mail,
    }));

    serve(api, contract.requestPasswordReset, async (ctx, { body }) => {
      await requestPasswordReset(ctx, body.email);
      return { asked: true };
    });
    serve(api, contract.resetPassword, (ctx, { body }) => resetPassword(ctx, settings, { hash }, body));
    serve(api, contract.readLink, async (ctx, { body }) => {
      const { address } = await findLink(ctx, settings.secret, body.token, ['reset-password']);
      return { email: address };
    });
    serve(api, contract.followLink, (ctx, { body }) => followLink(ctx, settings.secret, body.token));
    serve(api, contract.sendVerification, async (ctx) => {
      await sendVerification(ctx, memberOf(ctx.actor));
      return { asked: true };
    });
    serve(api, contract.requestEmailChange, async (ctx, { body }) => {
      await requestEmailChange(ctx, { verify }, memberOf(ctx.actor), body);
      return { asked: true };
    });

    api.use('/api/auth/*', limitBody);
    api.post('/api/auth/*', requireJson);
    api.all('/api/auth/*', async (c) => {
      const asked = `${c.req.method} ${c.req.path.slice('/api/auth'.length)}` as contract.OpenAuthPath;
      if (!open.has(asked)) return answerRefusal(c, commonRefusals.notFound);
      const ctx = c.get('ctx');
      if (ctx.actor.kind === 'visitor' && !forVisitors.has(asked))
        throw new Refusal(commonRefusals.signInFirst);
      const text = c.req.method === 'POST' ? await c.req.text() : undefined;
      const body = fieldsOf(text);
      await refuseEarly(ctx, settings, asked, body);
      if (asked === 'POST /sign-up/email' && settings.mail === 'sent') {
        if (settings.limitAttempts)
          await limitAccount(ctx, 'sign-up-from', networkOf(c.get('address')), accountLimits.signUp);
        await requestAccount(ctx, { hash }, body);
        return c.json({ token: null, user: null });
      }
      const settingUp = await isSettingUp(ctx, asked);
      const ask = () => askLibrary(authentication, c, text);
      const answer = hashing.has(asked) ? await throughGate(ask) : await ask();
      if (!answer.ok) return inOurWords(c, answer);
      await tellWhatChanged(ctx, asked, settingUp);
      const { sessionConfig } = await authentication.$context;
      return withTokenForApps(c, answer, sessionConfig);
    });
  };
}

/** The body's fields; what is no JSON object has none, and the library says so. */
function fieldsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
