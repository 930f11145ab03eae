import { tellAccountChanged } from '#features/accounts/tell-account-changed.ts';
import { tellAdministrators } from '#features/audit/tell-administrators.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * To be called by every act of this feature: the person's own rights are read anew with their next request, and
 * the lists that administrators have open are asked for again.
 */
export async function tellPeopleChanged(ctx: Ctx, personId: string): Promise<void> {
  await tellAccountChanged(ctx, personId);
  await tellAdministrators(ctx, 'people.changed');
}
