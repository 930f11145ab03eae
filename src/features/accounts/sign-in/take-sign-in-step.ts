import type { Context } from 'hono';
import type { Ctx } from '#server/ctx.ts';
import type { ApiEnv } from '#server/http/api-env.ts';
import { networkOf } from '#server/http/network-of.ts';
import { noteSecurity } from '#server/note-security.ts';
import type { Locale } from '#shared/locales.ts';
import { parseJson } from '#shared/parse-json.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type OpenAuthPath, sessionNotFound } from '../contract.ts';
import { mailNewDevice } from '../letters/mail-new-device.ts';
import { mailOwner, type OwnerNews } from '../letters/mail-owner.ts';
import { isToldOfDevice } from '../rules.ts';
import { knownDevice, rememberDevice } from '../sessions/known-device.ts';
import { forgetAfterCommit } from '../sessions/remembered-actors.ts';
import { inStepTransaction } from '../sessions/step-transaction.ts';
import type { AuthenticationSettings } from './authentication-settings.ts';
import { asOurRefusal, callAuthentication, openSession, withTokenForApps } from './call-authentication.ts';
import { clearAfterSuccess, countAttempts } from './count-attempts.ts';
import { countedAs, namesOf } from './counted-as.ts';
import type { Authentication } from './create-authentication.ts';
import { refuseOutdatedPassword } from './outdated-password.ts';
import type { PasswordChecks } from './password-checks.ts';
import { type SignInRequest, type SignInStep, signInSteps } from './sign-in-steps.ts';

export type SignInParts = {
  authentication: Authentication;
  settings: AuthenticationSettings;
  passwords: PasswordChecks;
};

/**
 * One request under `/api/auth`: our rules for its path (`sign-in-steps.ts`), then in one transaction the library and
 * what follows. A path that is not open is not found, whatever the library would answer.
 * @throws Refusal
 */
export async function takeSignInStep(c: Context<ApiEnv>, parts: SignInParts): Promise<Response> {
  const { authentication, settings, passwords } = parts;
  const path = `${c.req.method} ${c.req.path.slice('/api/auth'.length)}` as OpenAuthPath;
  if (!Object.hasOwn(signInSteps, path)) throw new Refusal(commonRefusals.notFound);
  const step: SignInStep = signInSteps[path];
  const ctx = c.get('ctx');
  if (ctx.actor.kind === 'visitor' && !step.forVisitors) throw new Refusal(sessionNotFound);

  const body = c.req.method === 'POST' ? fieldsOf(await c.req.arrayBuffer()) : {};
  const account = step.signsIn ? accountIn(body) : null;
  const device = account === null ? null : knownDevice(settings, c.req.header('cookie'), account);
  const network = networkOf(c.get('address'));
  const isApp = c.req.header('authorization') !== undefined && c.req.header('cookie') === undefined;
  const request = { ctx, settings, body, account, network, device, passwords, isApp };
  await step.refuse?.(request);

  // What was judged is what the library gets: of the same text it might read something else.
  const sent = step.sends?.(request) ?? body;
  const counted = settings.limitAttempts ? countedAs(path, request) : { counts: [] };
  return countAttempts(ctx, counted, () =>
    inStepTransaction(ctx, step, async (ctx) => {
      const news = (await step.tellsOwner?.(ctx)) ?? null;
      const ask = () => refuseOutdatedPassword(ctx, () => callAuthentication(authentication, c, path, sent));
      const act = async () => {
        const answered = await step.insteadOfLibrary?.(request);
        if (answered) return c.json(answered);
        if (step.proves) return openSession(authentication, c, await step.proves(request, ctx));
        return step.hashes ? passwords.throughSemaphore(ask, { ahead: device !== null }) : ask();
      };
      const answer = await follow(c, { ctx, path, request, news, authentication }, await act());
      if (answer.ok) await clearAfterSuccess(ctx, counted);
      return answer;
    }),
  );
}

type Following = {
  ctx: Ctx;
  path: OpenAuthPath;
  request: SignInRequest;
  news: OwnerNews | null;
  authentication: Authentication;
};

/** What follows the library's answer, in the transaction of the step. Answers what the client gets. */
async function follow(
  c: Context<ApiEnv>,
  { ctx, path, request, news, authentication }: Following,
  answer: Response,
): Promise<Response> {
  const { network, settings } = request;
  const step: SignInStep = signInSteps[path];
  const { sessionConfig, authCookies } = await authentication.$context;
  // A member's code switches the second factor on; a session that is read may only be prolonged.
  const mayOpen =
    step.forVisitors && c.req.method === 'POST'
      ? ctx.actor.kind === 'visitor' || !step.takesCode
      : step.returns;
  const opened = mayOpen ? await sessionIn(ctx, answer, authCookies.sessionToken.name) : undefined;
  if (opened) {
    const { userId } = opened;
    const facts = { path, network, userId };
    ctx.afterCommit(() => noteSecurity(ctx.log, 'signed-in', facts, 'a person signed in'));
    await noteDevice(ctx, c.req.raw.headers, settings, opened, answer);
  }
  if (step.returns && answer.status === 302) {
    await step.after?.(ctx);
    return answer;
  }
  if (!answer.ok) {
    const { status } = answer;
    if (status >= 500)
      ctx.log.error({ path, status, requestId: c.get('requestId') }, 'a sign-in step failed');
    else
      noteSecurity(ctx.log, 'refused', { path, status, ...namesOf(request) }, 'a sign-in step was refused');
    return asOurRefusal(c, answer);
  }

  // Any change may have ended sessions of this member.
  if (ctx.actor.kind === 'member' && c.req.method === 'POST') forgetAfterCommit(ctx, ctx.actor.userId);
  await step.after?.(ctx);
  if (news && ctx.actor.kind === 'member') await mailOwner(ctx, ctx.actor.userId, news);
  return withTokenForApps(c, answer, sessionConfig);
}

type Opened = { userId: string; email: string; emailVerified: boolean; createdAt: Date; locale: Locale };

/** Whose session an answer opens. A right password that still waits for a code opens none. */
async function sessionIn({ db }: Ctx, answer: Response, cookie: string): Promise<Opened | undefined> {
  const token = answer.headers
    .getSetCookie()
    .flatMap((set) => tokenIn(set, cookie))
    .at(-1);
  if (!token) return undefined;
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['userId', 'email', 'emailVerified', 'users.createdAt', 'locale'])
    .where('token', '=', token)
    .executeTakeFirst();
}

/** Remembers the browser that has signed in, and tells the account's owner of one that had not before. */
async function noteDevice(
  ctx: Ctx,
  headers: Headers,
  settings: AuthenticationSettings,
  account: Opened,
  answer: Response,
): Promise<void> {
  const cookies = headers.get('cookie') ?? undefined;
  const isKnown = knownDevice(settings, cookies, account.email) !== null;
  if (isToldOfDevice(account, isKnown, ctx.now))
    await mailNewDevice(ctx, account, headers.get('user-agent') ?? undefined);
  answer.headers.append('set-cookie', rememberDevice(settings, cookies, account.email));
}

/** The token of a session's cookie, which stands before its signature. An empty cookie takes the session away. */
function tokenIn(set: string, cookie: string): string[] {
  if (!set.startsWith(`${cookie}=`)) return [];
  return [decodeURIComponent(set.slice(cookie.length + 1)).split('.')[0] ?? ''];
}

/** @throws Refusal badInput where none is named: the attempt would be counted for none */
function accountIn({ email }: Readonly<Record<string, unknown>>): string {
  if (typeof email !== 'string') throw new Refusal(commonRefusals.badInput);
  return email;
}

/**
 * The body's fields, read once: the library gets them in this form, and never the bytes, of which Node's `Request`
 * takes more byte order marks off than its `TextDecoder`.
 * @throws Refusal badInput for what is no JSON object, and for nested fields: no step has any, and the library recurses
 * through them until its stack ends
 */
function fieldsOf(bytes: ArrayBuffer): Readonly<Record<string, unknown>> {
  const read = parseJson(new TextDecoder().decode(bytes));
  if (!isNested(read) || Array.isArray(read)) throw new Refusal(commonRefusals.badInput);
  if (Object.values(read).some((field) => isNested(field) && Object.values(field).some(isNested)))
    throw new Refusal(commonRefusals.badInput);
  return read;
}

/** An object or an array: the library recurses through both. */
function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
