import type { Context } from 'hono';
import type { Ctx } from '#server/ctx.ts';
import type { ApiEnv } from '#server/http/api-env.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { OpenAuthPath } from '../contract.ts';
import { type OwnerNews, tellOwner } from '../letters/tell-owner.ts';
import { rememberedActors } from '../remembered-actors.ts';
import { askLibrary, inOurWords, withTokenForApps } from './ask-library.ts';
import type { AuthenticationSettings } from './authentication-settings.ts';
import type { Authentication } from './create-authentication.ts';
import { signInSteps } from './sign-in-steps.ts';

export type SignInParts = {
  authentication: Authentication;
  settings: AuthenticationSettings;
  /** The queue of requests that hash a password. */
  throughGate: <T>(act: () => Promise<T>) => Promise<T>;
  hash: (password: string) => Promise<string>;
};

/**
 * One request under `/api/auth`: our rules for its path (`sign-in-steps.ts`), then the library, then what follows.
 * A path that is not open is not found, whatever the library would answer.
 * @throws Refusal
 */
export async function takeSignInStep(c: Context<ApiEnv>, parts: SignInParts): Promise<Response> {
  const { authentication, settings, throughGate, hash } = parts;
  const path = `${c.req.method} ${c.req.path.slice('/api/auth'.length)}`;
  if (!Object.hasOwn(signInSteps, path)) throw new Refusal(commonRefusals.notFound);
  const step = signInSteps[path as OpenAuthPath];
  const ctx = c.get('ctx');
  if (ctx.actor.kind === 'visitor' && !step.forVisitors) throw new Refusal(commonRefusals.signInFirst);

  const text = c.req.method === 'POST' ? await c.req.text() : undefined;
  const request = { ctx, settings, body: fieldsOf(text), address: c.get('address'), hash };
  await step.refuse?.(request);
  const answered = await step.insteadOfLibrary?.(request);
  if (answered) return c.json(answered);

  const news = (await step.tellsOwner?.(ctx)) ?? null;
  const ask = () => askLibrary(authentication, c, text);
  const answer = step.hashes ? await throughGate(ask) : await ask();
  if (!answer.ok) return inOurWords(c, answer);

  // Any change may have ended sessions of this member.
  if (ctx.actor.kind === 'member' && c.req.method === 'POST') rememberedActors.forget(ctx.actor.userId);
  await step.after?.(ctx);
  await tell(ctx, news);
  const { sessionConfig } = await authentication.$context;
  return withTokenForApps(c, answer, sessionConfig);
}

/** Notes the letter to the account's owner. The change is made already, so failing here does not fail the request. */
async function tell(ctx: Ctx, news: OwnerNews | null): Promise<void> {
  if (!news || ctx.actor.kind === 'visitor') return;
  await tellOwner(ctx, ctx.actor.userId, news).catch((error) => {
    ctx.log.error({ err: error }, 'a letter was not noted');
  });
}

/** The body's fields; a body that is no JSON object has none, and the library refuses it. */
function fieldsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
