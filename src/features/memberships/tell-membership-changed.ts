import { tellAccountChanged } from '#features/accounts/tell-account-changed.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/** The person's open pages read their plan again, and this process forgets the tier it knew them with. */
export async function tellMembershipChanged(ctx: Ctx, userId: string): Promise<void> {
  await publish(ctx, { kind: 'memberships.changed', audience: [userId] });
  await tellAccountChanged(ctx, userId);
}
