import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { InvitationState } from './invitation-operations.ts';
import { invitationState } from './invitation-rules.ts';
import { selectLinks } from './select-links.ts';

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
