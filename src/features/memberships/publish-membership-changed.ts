import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/** Invalidates the person's open pages, and the tier that this process cached for them. */
export async function publishMembershipChanged(ctx: Ctx, userId: string): Promise<void> {
  await publish(ctx, { kind: 'memberships.changed', audience: [userId] });
  await publishAccountChanged(ctx, userId);
}
