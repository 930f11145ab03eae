import { tellAccountChanged } from '#features/accounts/tell-account-changed.ts';
import { tellAdministrators } from '#features/audit/tell-administrators.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Every act of this feature calls it: invalidates the cached rights of the person, in force with their next request,
 * and what administrators have open.
 */
export async function tellPeopleChanged(ctx: Ctx, personId: string): Promise<void> {
  await tellAccountChanged(ctx, personId);
  await tellAdministrators(ctx, 'people.changed');
}
