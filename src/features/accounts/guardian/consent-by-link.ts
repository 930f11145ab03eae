import type { Ctx } from '#server/ctx.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { publishToAdministrators } from '../roles/publish-to-administrators.ts';

/**
 * Records the consent of a guardian who followed the letter that was sent to `address`. Answers false, and records
 * nothing, where the kid has named another guardian since, or where an administrator revoked a consent after the letter
 * was sent: only an administrator records another one.
 */
export async function consentByLink(ctx: Ctx, userId: string, address: string): Promise<boolean> {
  const given = await ctx.db
    .updateTable('guardianConsents')
    .set(({ fn, val }) => ({ givenAt: fn.coalesce('givenAt', val(ctx.now)), addressProved: true }))
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('revokedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  if (given) {
    await publishAccountChanged(ctx, userId);
    // Administrators see the consent beside the kid, and a button that records it.
    await publishToAdministrators(ctx, 'people.changed');
  }
  return given !== undefined;
}
