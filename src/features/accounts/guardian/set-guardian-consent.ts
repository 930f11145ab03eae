import type { Ctx } from '#server/ctx.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';

/**
 * Records, for an administrator, that the guardian of a kid consented, or that the consent was revoked. A database
 * trigger has every process read the kid's rights again. Answers whether that changed anything; false also for a person
 * who never needed consent.
 */
export async function setGuardianConsent(ctx: Ctx, userId: string, given: boolean): Promise<boolean> {
  const changed = await ctx.db
    .updateTable('guardianConsents')
    .set(given ? { givenAt: ctx.now, revokedAt: null } : { revokedAt: ctx.now })
    .where('userId', '=', userId)
    .where((of) =>
      given
        ? of.or([of('givenAt', 'is', null), of('revokedAt', 'is not', null)])
        : of.and([of('givenAt', 'is not', null), of('revokedAt', 'is', null)]),
    )
    .returning('userId')
    .executeTakeFirst();
  if (changed) await publishAccountChanged(ctx, userId);
  return changed !== undefined;
}
