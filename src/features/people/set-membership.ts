import { grantMembership } from '#features/memberships/grant-membership.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Tier } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { setMembership as operation } from './contract.ts';
import { findPerson } from './find-person.ts';
import { may } from './permissions.ts';
import { recordPersonAct } from './person/record-person-act.ts';

export type NewMembership = {
  id: string;
  tier: Tier;
  /** An instant in ISO form, or null for no end. */
  until: string | null;
  reason?: string | undefined;
};

/**
 * Gives a person a tier by hand, in place of the one they have, in force with their next request. Ends a running
 * subscription, and the seats that only the former tier opened. `grantMembership` tells the person.
 * @throws Refusal noSession, notAllowed, notFound, badInput for an end that has passed
 */
export async function setMembership(
  outer: Ctx,
  { id, tier, until: typed, reason }: NewMembership,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'administer'));
  const endsAt = typed === null ? null : new Date(typed);
  const until = endsAt?.toISOString() ?? null;
  if (endsAt && endsAt <= outer.now) throw new Refusal(commonRefusals.badInput);
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    await grantMembership(ctx, { userId: id, tier, until: endsAt });
    await recordPersonAct(ctx, person, {
      act: 'people.change-membership',
      detail: { tier, until },
      reason,
    });
    return { id, tier, until };
  });
}
