import type { InvitationState } from './invitation-operations.ts';

type Link = { uses: number; mostUses: number; endsAt: Date; endedAt: Date | null };

/** What has become of an invitation link at `now`. One that ended while it had places left has ended. */
export function invitationState({ uses, mostUses, endsAt, endedAt }: Link, now: Date): InvitationState {
  if (endedAt !== null || endsAt <= now) return 'ended';
  return uses >= mostUses ? 'used-up' : 'open';
}
