import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { publishToAdministrators } from '../roles/publish-to-administrators.ts';
import { guardianConsentedWork } from './guardian-consented-work.ts';
import { isKid } from './is-kid.ts';

/**
 * Records the consent of a guardian who followed the letter that was sent to `address`. Answers false, and records
 * nothing, where the kid has named another guardian since, where the account is an adult's by now, or where
 * the consent was refused or revoked after the letter was sent: only an administrator records another one. The kid is
 * told of the first consent by due work (`people/age/tell-of-consent.ts`).
 */
export async function consentByLink(ctx: Ctx, userId: string, address: string): Promise<boolean> {
  const given = await ctx.db
    .updateTable('guardianConsents')
    .set(({ fn, val }) => ({ givenAt: fn.coalesce('givenAt', val(ctx.now)), addressProved: true }))
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('revokedAt', 'is', null)
    .where(isKid)
    .returning(sql<boolean>`old.given_at is null`.as('isFirst'))
    .executeTakeFirst();
  if (given) {
    if (given.isFirst) await putDue(ctx, guardianConsentedWork, userId);
    await publishAccountChanged(ctx, userId);
    // Administrators see the consent beside the kid, and a button that records it.
    await publishToAdministrators(ctx, 'people.changed');
  }
  return given !== undefined;
}
