import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Publishes `videos.changed` to the administrators and to the teachers whose proposals changed. Students get no hint:
 * the video that they watch must not move.
 */
export async function publishVideosChanged(ctx: Ctx, people: readonly (string | null)[] = []): Promise<void> {
  const audience = new Set([...(await listAdministrators(ctx)), ...people.filter((id) => id !== null)]);
  await publish(ctx, { kind: 'videos.changed', audience: [...audience] });
}
