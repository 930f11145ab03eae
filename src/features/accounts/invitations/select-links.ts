import type { Ctx } from '#server/ctx.ts';
import type { Invitation } from './invitation-operations.ts';
import { invitationState } from './invitation-rules.ts';

/** Links as they are stored, for `toInvitation`. */
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
