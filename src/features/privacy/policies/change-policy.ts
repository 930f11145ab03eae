import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import type { Locale } from '#shared/locales.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type Policy, type PolicyName, policyChangedMeanwhile } from '../contract.ts';
import { may } from '../permissions.ts';
import type { KeptDays } from '../rules.ts';
import { readPolicy } from './read-policy.ts';

/**
 * An administrator writes a new version of the terms or the privacy notice; earlier versions stay. The version that
 * they saw has to be the last one: of two administrators who write at the same time, one is told.
 * @throws Refusal signInFirst, notAllowed, policyChangedMeanwhile
 */
export async function changePolicy(
  outer: Ctx,
  keptDays: KeptDays,
  { name, locale, text, version }: { name: PolicyName; locale: Locale; text: string; version: number },
): Promise<Policy> {
  refuse(may(outer.actor, 'change-policy'));
  return inTransaction(outer, async (ctx) => {
    const seen = await readPolicy(ctx, keptDays, { name, locale });
    if (seen.version !== version) throw new Refusal(policyChangedMeanwhile);
    const written = await ctx.db
      .insertInto('policyVersions')
      .values({ name, locale, version: version + 1, body: text, changedBy: memberOf(ctx.actor).userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!written) throw new Refusal(policyChangedMeanwhile);
    await recordAct(ctx, {
      act: 'privacy.change-policy',
      subject: written.id,
      detail: { kind: name, language: locale },
    });
    return readPolicy(ctx, keptDays, { name, locale });
  });
}
