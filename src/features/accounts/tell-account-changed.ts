import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { rememberedActors } from './remembered-actors.ts';

/**
 * To be called wherever something an `Actor` or an account shows has changed (name, languages, zone): this
 * process forgets the person as the change commits, the others when they hear of it.
 */
export async function tellAccountChanged(ctx: Ctx, userId: string): Promise<void> {
  await publish(ctx, { kind: 'accounts.changed', audience: [userId] });
  ctx.afterCommit(() => rememberedActors.forget(userId));
}
