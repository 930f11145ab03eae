import { findWithdrawal } from '#features/accounts/guardian/withdrawal-link.ts';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { personAddress } from '#features/accounts/rules.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { findPerson } from '../find-person.ts';
import { publishPeopleChanged } from '../publish-people-changed.ts';
import { endConsent } from './end-consent.ts';

/**
 * A guardian refuses or withdraws their consent by the link of a letter, without signing in, once. Administrators are
 * told, and only they record a consent after that.
 * @throws Refusal linkInvalid, linkUsed, notFound
 */
export async function withdrawConsent(outer: Ctx, secret: string, token: string): Promise<{ kid: string }> {
  const find = (ctx: Ctx) => findWithdrawal(ctx, secret, token);
  const { userId } = await find(outer);
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, userId);
    // The lock may have waited for the same link, or for the kid to name another guardian.
    const { kid } = await find(ctx);
    await endConsent(ctx, userId);
    await notify(ctx, {
      to: await listAdministrators(ctx),
      kind: 'people.consent-withdrawn',
      names: person,
      link: personAddress(userId),
    });
    await publishPeopleChanged(ctx, userId);
    return { kid };
  });
}
