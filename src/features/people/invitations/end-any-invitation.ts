import { endLink } from '#features/accounts/invitations/end-invitation.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import { publishPeopleChanged } from '../publish-people-changed.ts';
import type { OwnedInvitation } from './invitation-operations.ts';
import { readOwnedInvitation } from './list-all-invitations.ts';

/**
 * Ends a link of any person. Who ended it first is in the audit log, once, however many end it at a time; its owner is
 * told why. Whom it has invited stays invited.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function endAnyInvitation(
  outer: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<OwnedInvitation> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const ended = await endLink(ctx, { id });
    const link = await readOwnedInvitation(ctx, id);
    if (ended) {
      const { label, uses, owner } = link;
      await recordAct(ctx, {
        act: 'people.end-invitation',
        personId: owner.id,
        subject: id,
        reason,
        detail: { uses },
        words: { title: { of: owner.id, text: label } },
      });
      const notice = { kind: 'people.invitation-ended', detail: { title: label, reason }, link: '/coins' };
      await notify(ctx, { ...notice, to: [owner.id], exceptActor: true });
      await publishPeopleChanged(ctx, owner.id);
    }
    return link;
  });
}
