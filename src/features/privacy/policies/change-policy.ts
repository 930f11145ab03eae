import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import type { Locale } from '#shared/locales.ts';
import { refuse } from '#shared/refusal.ts';
import type { Policy, PolicyName } from '../contract.ts';
import { may } from '../permissions.ts';
import type { KeptDays } from '../rules.ts';
import { readPolicy } from './read-policy.ts';

/**
 * An administrator writes a new version of the terms or the privacy notice; earlier versions stay.
 * @throws Refusal signInFirst, notAllowed
 */
export async function changePolicy(
  outer: Ctx,
  keptDays: KeptDays,
  { name, locale, text }: { name: PolicyName; locale: Locale; text: string },
): Promise<Policy> {
  refuse(may(outer.actor, 'change-policy'));
  return inTransaction(outer, async (ctx) => {
    const { id } = await ctx.db
      .insertInto('policyVersions')
      .values({ name, locale, body: text, changedBy: memberOf(ctx.actor).userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAct(ctx, {
      act: 'privacy.change-policy',
      subject: id,
      detail: { title: name, language: locale },
    });
    return readPolicy(ctx, keptDays, { name, locale });
  });
}
