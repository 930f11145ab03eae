import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Invitation } from './invitation-operations.ts';
import { selectLinks, toInvitation } from './list-invitations.ts';

/** Ends a link of the member's own. One that has ended keeps the instant at which it did. */
export async function endInvitation(ctx: Ctx, id: string): Promise<Invitation> {
  const { userId } = memberOf(ctx.actor);
  const { db, now } = ctx;
  await db
    .updateTable('inviteLinks')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .execute();
  const link = await selectLinks(ctx).where('id', '=', id).where('userId', '=', userId).executeTakeFirst();
  if (!link) throw new Refusal(commonRefusals.notFound);
  return toInvitation(link, now);
}
