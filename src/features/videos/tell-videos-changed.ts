import { listAdministrators } from '#features/accounts/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Tells the moderators, and the people whose proposals it is about, that their lists are no longer as they were.
 * Nobody else: what is being watched in the feed must not move.
 */
export async function tellVideosChanged(ctx: Ctx, people: readonly (string | null)[] = []): Promise<void> {
  const audience = new Set([...(await listAdministrators(ctx)), ...people.filter((id) => id !== null)]);
  await publish(ctx, { kind: 'videos.changed', audience: [...audience] });
}
