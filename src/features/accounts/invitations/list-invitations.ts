import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Invitation, InvitationState } from './invitation-operations.ts';
import { invitationState } from './invitation-rules.ts';

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

/**
 * Whether a code still invites. The one that everybody has without limits is open while its person's account is; what a
 * banned or deleted person made has ended.
 * @throws Refusal notFound for a code that was never given
 */
export async function readInvitation(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  code: string,
): Promise<{ state: InvitationState }> {
  const link = await selectLinks({ db })
    .innerJoin('users', 'users.id', 'inviteLinks.userId')
    .select('users.bannedAt')
    .where('code', '=', code)
    .executeTakeFirst();
  if (link) return { state: link.bannedAt ? 'ended' : invitationState(link, now) };
  const own = await db
    .selectFrom('users')
    .select('bannedAt')
    .where('inviteCode', '=', code)
    .executeTakeFirst();
  if (!own) throw new Refusal(commonRefusals.notFound);
  return { state: own.bannedAt ? 'ended' : 'open' };
}

export function selectLinks({ db }: Pick<Ctx, 'db'>) {
  return db
    .selectFrom('inviteLinks')
    .select([
      'inviteLinks.id',
      'inviteLinks.code',
      'inviteLinks.label',
      'inviteLinks.uses',
      'inviteLinks.mostUses',
      'inviteLinks.endsAt',
      'inviteLinks.endedAt',
    ]);
}

type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>;

export function toInvitation({ endedAt, endsAt, ...link }: LinkRow, now: Date): Invitation {
  const state = invitationState({ ...link, endsAt, endedAt }, now);
  const { id, code, label, uses, mostUses } = link;
  return { id, code, label, uses, mostUses, endsAt: (endedAt ?? endsAt).toISOString(), state };
}
