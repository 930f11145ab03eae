import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Every act of this feature calls it: invalidates the cached rights of the person, in force with their next request,
 * and what administrators have open.
 */
export async function publishPeopleChanged(ctx: Ctx, personId: string): Promise<void> {
  await publishAccountChanged(ctx, personId);
  await publishToAdministrators(ctx, 'people.changed');
}
