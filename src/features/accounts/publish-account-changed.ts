import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { forgetAfterCommit } from './sessions/remembered-actors.ts';

/**
 * Call it after a change of anything that an `Actor` or an account holds (name, languages, zone): this process forgets
 * the person when the change commits, the others when the event arrives.
 */
export async function publishAccountChanged(ctx: Ctx, userId: string): Promise<void> {
  await publish(ctx, { kind: 'accounts.changed', audience: [userId] });
  forgetAfterCommit(ctx, userId);
}
