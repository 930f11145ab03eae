import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import type { listInvitations as operation } from './invitation-operations.ts';
import { selectLinks, toInvitation } from './select-links.ts';

const openFirst = keyset('desc', {
  'link.isOpen': 'integer',
  'link.createdAt': 'instant',
  'link.id': 'uuid',
});

/**
 * The member's own links: the open ones first, then the newest. A link that ends between two pages may be in both.
 * @throws Refusal badInput for a malformed cursor
 */
export async function listInvitations(
  ctx: Pick<Ctx, 'actor' | 'db' | 'now'>,
  { cursor, limit }: ReceivedOf<typeof operation>['query'],
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(ctx.actor);
  const links = selectLinks(ctx)
    .select('inviteLinks.createdAt')
    .select(sql<number>`(ended_at is null and ends_at > ${ctx.now} and uses < most_uses)::int`.as('isOpen'))
    .where('userId', '=', userId);
  const rows = await ctx.db
    .selectFrom(links.as('link'))
    .selectAll()
    .select(openFirst.key)
    .where(openFirst.after(cursor))
    .orderBy(openFirst.order)
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => toInvitation(row, ctx.now));
}
