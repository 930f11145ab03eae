import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { memberOf } from '#shared/actor.ts';
import { changeProfile } from './change-profile.ts';
import * as contract from './contract.ts';
import { readProfile } from './read-profile.ts';
import { setHandles } from './set-handles.ts';

export function profileRoutes(api: Api): void {
  serve(api, contract.readProfile, (ctx) => readProfile(ctx, memberOf(ctx.actor)));

  serve(api, contract.changeProfile, (ctx, { body }) => changeProfile(ctx, memberOf(ctx.actor), body));

  serve(api, contract.changeHandles, async (ctx, { body }) => {
    const member = memberOf(ctx.actor);
    await setHandles(ctx, member, body);
    return readProfile(ctx, member);
  });
}
