import { setGuardianConsent } from '#features/accounts/guardian/set-guardian-consent.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { refuse } from '#shared/refusal.ts';
import { findPerson } from '../find-person.ts';
import { may } from '../permissions.ts';
import { recordPersonAct } from '../person/record-person-act.ts';
import { endConsent } from './end-consent.ts';

/**
 * An administrator records a guardian's consent that came on another way, or revokes one, or a guardian's no to a
 * consent that was asked for. Without a change nothing is recorded.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function changeGuardianConsent(
  outer: Ctx,
  { id, given, reason }: { id: string; given: boolean; reason?: string | undefined },
): Promise<{ id: string; given: boolean }> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    const isChanged = await (given ? setGuardianConsent(ctx, id, true) : endConsent(ctx, id));
    if (!isChanged) return { id, given };
    await recordPersonAct(ctx, person, {
      act: given ? 'people.record-consent' : 'people.revoke-consent',
      reason,
    });
    if (given) await notify(ctx, { to: [id], kind: 'people.consent-given', link: '/classes' });
    return { id, given };
  });
}
