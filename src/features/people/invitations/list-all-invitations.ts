import { selectLinks, toInvitation } from '#features/accounts/invitations/select-links.ts';
import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import type { OwnedInvitation, listAllInvitations as operation } from './invitation-operations.ts';

const newest = keyset('desc', { 'inviteLinks.createdAt': 'instant', 'inviteLinks.id': 'uuid' });

/** @throws Refusal noSession, notAllowed, badInput for a malformed cursor */
export async function listAllInvitations(
  ctx: Ctx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'administer'));
  const rows = await selectOwned(ctx)
    .select(newest.key)
    .where(newest.after(cursor))
    .orderBy(newest.order)
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => toOwned(row, ctx.now));
}

/** @throws Refusal notFound */
export async function readOwnedInvitation(ctx: Ctx, id: string): Promise<OwnedInvitation> {
  const row = await selectOwned(ctx).where('inviteLinks.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal(commonRefusals.notFound);
  return toOwned(row, ctx.now);
}

function selectOwned(ctx: Ctx) {
  return selectLinks(ctx)
    .innerJoin('users', 'users.id', 'inviteLinks.userId')
    .select(['users.id as ownerId', 'users.name as ownerName', 'users.bannedAt']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOwned>['executeTakeFirstOrThrow']>>;

/** The link of a banned person invites no person (`note_inviter`), and says so. */
function toOwned({ ownerId, ownerName, bannedAt, ...link }: Row, now: Date): OwnedInvitation {
  const { code: _, state, ...facts } = toInvitation(link, now);
  const isBanned = bannedAt !== null;
  return { ...facts, state: isBanned ? 'ended' : state, owner: { id: ownerId, name: ownerName, isBanned } };
}
