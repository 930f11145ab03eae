import type { Context } from 'hono';
import { answerRefusal } from '#server/http/answer-errors.ts';
import type { Api } from '#server/http/api.ts';
import type { ApiEnv } from '#server/http/api-env.ts';
import { createGate } from '#server/http/gate.ts';
import { limitBody, requireJson } from '#server/http/limit-body.ts';
import { serve } from '#server/http/serve.ts';
import type { Role } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import * as contract from './contract.ts';
import { type Authentication, clientAddressHeader } from './create-authentication.ts';
import { readAccount } from './read-account.ts';
import { rememberedActors } from './remembered-actors.ts';

export type DemoSignIn = { role: Role; email: string; password: string };

const open = new Set<string>(contract.openAuthPaths);
const forVisitors = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
]);
const hashing = new Set(['POST /sign-up/email', 'POST /sign-in/email', 'POST /change-password']);

export function accountRoutes(authentication: Authentication, demoSignIns: () => Promise<DemoSignIn[]>) {
  // Hashing a password keeps a core busy on purpose: a crowd that signs in must not stop everybody's feed.
  const throughGate = createGate({ atOnce: 2, waiting: 40 });
  return (api: Api): void => {
    serve(api, contract.readAccount, async (ctx) => ({ account: await readAccount(ctx) }));
    serve(api, contract.listDemoSignIns, async () => ({ signIns: await demoSignIns() }));

    api.use('/api/auth/*', limitBody);
    api.post('/api/auth/*', requireJson);
    api.all('/api/auth/*', async (c) => {
      const asked = `${c.req.method} ${c.req.path.slice('/api/auth'.length)}`;
      if (!open.has(asked)) return answerRefusal(c, commonRefusals.notFound);
      const { actor } = c.get('ctx');
      if (actor.kind === 'visitor' && !forVisitors.has(asked)) throw new Refusal(commonRefusals.signInFirst);
      const headers = new Headers(c.req.raw.headers);
      headers.set(clientAddressHeader, c.get('address'));
      const ask = () => authentication.handler(new Request(c.req.raw, { headers }));
      const answer = hashing.has(asked) ? await throughGate(ask) : await ask();
      // Whatever that was, it may have ended sessions of this person.
      if (c.req.method === 'POST' && actor.kind === 'member') rememberedActors.forget(actor.userId);
      return answer.ok ? answer : inOurWords(c, answer);
    });
  };
}

/** The library's refusals with its own codes, in the form every refusal has here. */
async function inOurWords(c: Context<ApiEnv>, answer: Response): Promise<Response> {
  if (answer.status === 429) {
    c.header('Retry-After', answer.headers.get('x-retry-after') ?? '60');
    return answerRefusal(c, commonRefusals.tooMany);
  }
  const said = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  const { code = commonRefusals.badInput.code, message = commonRefusals.badInput.message } = said;
  return answerRefusal(c, { code, message, status: answer.status });
}
