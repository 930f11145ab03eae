import { askGuardian } from '#features/accounts/guardian/ask-guardian.ts';
import { limitMessages } from '#features/accounts/links/limit-messages.ts';
import { mailboxOf } from '#features/accounts/links/mailbox-of.ts';
import { accountLimits } from '#features/accounts/rules.ts';
import { accountKey } from '#features/accounts/sign-in/limit-account.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { peopleRefusals } from '../contract.ts';

/**
 * Asks by letter the guardian whom the kid names, in the caller's transaction. `own` is the kid's own address, whose
 * mailbox is no guardian's; `network` is where the kid asks from.
 * @throws Refusal guardianNeeded, noGuardianNeeded, consentRevoked, tooMany, lettersUsedUp
 */
export async function askOwnGuardian(
  ctx: Ctx,
  { guardianEmail, own, network }: { guardianEmail: string; own: string; network: string },
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  if (mailboxOf(guardianEmail) === mailboxOf(own)) throw new Refusal(peopleRefusals.guardianNeeded);
  const often = { key: accountKey('guardian', userId), limit: accountLimits.letters };
  await limitMessages(ctx, { kind: 'letters', to: guardianEmail, often, from: { network, device: null } });
  const done = await askGuardian(ctx, userId, guardianEmail);
  if (done === 'given') throw new Refusal(peopleRefusals.noGuardianNeeded);
  if (done === 'revoked') throw new Refusal(peopleRefusals.consentRevoked);
}
