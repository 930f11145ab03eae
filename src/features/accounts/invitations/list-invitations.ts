import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import type { Invitation } from './invitation-operations.ts';
import { selectLinks, toInvitation } from './select-links.ts';

/** The most links that a page shows; those that are open come first. */
const listed = 50;

/** A person's own links: those that are open first, then the newest. */
export async function listInvitations(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { userId }: Member,
): Promise<{ items: Invitation[] }> {
  const rows = await selectLinks(ctx)
    .where('userId', '=', userId)
    .orderBy(sql`ended_at is null and ends_at > ${ctx.now} and uses < most_uses`, 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();
  return { items: rows.map((row) => toInvitation(row, ctx.now)) };
}
