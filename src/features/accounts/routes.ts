import { answerRefusal } from '#server/http/answer-errors.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import type { Role } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import * as contract from './contract.ts';
import { type Authentication, clientAddressHeader } from './create-authentication.ts';
import { readAccount } from './read-account.ts';
import { rememberedActors } from './remembered-actors.ts';

export type DemoSignIn = { role: Role; email: string; password: string };

const open = new Set<string>(contract.openAuthPaths);

export function accountRoutes(authentication: Authentication, demoSignIns: () => Promise<DemoSignIn[]>) {
  return (api: Api): void => {
    serve(api, contract.readAccount, async (ctx) => ({ account: await readAccount(ctx) }));
    serve(api, contract.listDemoSignIns, async () => ({ signIns: await demoSignIns() }));

    api.all('/api/auth/*', async (c) => {
      const asked = `${c.req.method} ${c.req.path.slice('/api/auth'.length)}`;
      if (!open.has(asked)) return answerRefusal(c, commonRefusals.notFound);
      const headers = new Headers(c.req.raw.headers);
      headers.set(clientAddressHeader, c.get('address'));
      const answer = await authentication.handler(new Request(c.req.raw, { headers }));
      const { actor } = c.get('ctx');
      // Whatever that was, it may have ended sessions of this person.
      if (c.req.method === 'POST' && actor.kind === 'member') rememberedActors.forget(actor.userId);
      return answer;
    });
  };
}
