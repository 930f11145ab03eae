import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Publishes `videos.changed` to the administrators and to the teachers whose proposals changed. Students get no hint:
 * the video that they watch must not move.
 */
export async function publishVideosChanged(ctx: Ctx, people: readonly (string | null)[] = []): Promise<void> {
  await publishToAdministrators(ctx, 'videos.changed', { and: people });
}
