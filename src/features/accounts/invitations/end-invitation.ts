import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Invitation } from './invitation-operations.ts';
import { selectLinks, toInvitation } from './select-links.ts';

/** Ends a link of the member's own. One that has ended keeps the instant at which it did. */
export async function endInvitation(ctx: Ctx, id: string): Promise<Invitation> {
  const { userId } = memberOf(ctx.actor);
  await endLink(ctx, { id, userId });
  const link = await selectLinks(ctx).where('id', '=', id).where('userId', '=', userId).executeTakeFirst();
  if (!link) throw new Refusal(commonRefusals.notFound);
  return toInvitation(link, ctx.now);
}

/** Ends a link, of that person where one is named. Answers whether it had not ended before. */
export async function endLink(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, userId }: { id: string; userId?: string },
): Promise<boolean> {
  let query = db
    .updateTable('inviteLinks')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now);
  if (userId) query = query.where('userId', '=', userId);
  return (await query.returning('id').executeTakeFirst()) !== undefined;
}
