import { endGuardianLinks } from '#features/accounts/guardian/end-guardian-links.ts';
import { endOwnLinks } from '#features/accounts/invitations/end-own-links.ts';
import type { Ctx } from '#server/ctx.ts';
import type { AgeGroup } from '#shared/actor.ts';
import { setPicture } from './set-picture.ts';

/**
 * Marks a profile as an adult's or a kid's. A kid has no handles, no picture and no open invitation links: they are
 * deleted and ended, and do not come back when the profile becomes an adult's again. For an adult no guardian consents,
 * so the links to that end. The age question is answered by it. Answers whether the age group changed.
 */
export async function setAgeGroup(ctx: Ctx, userId: string, ageGroup: AgeGroup): Promise<boolean> {
  await ctx.db
    .updateTable('profiles')
    .set({ ageAnswered: true })
    .where('userId', '=', userId)
    .where('ageAnswered', '=', false)
    .execute();
  const changed = await ctx.db
    .updateTable('profiles')
    .set({ ageGroup, updatedAt: ctx.now })
    .where('userId', '=', userId)
    .where('ageGroup', '<>', ageGroup)
    .returning('userId')
    .executeTakeFirst();
  if (!changed) return false;
  if (ageGroup === 'kid') {
    await endOwnLinks(ctx, userId);
    await ctx.db.deleteFrom('oauthConnections').where('userId', '=', userId).execute();
    await setPicture(ctx, userId, null, { chosen: false });
  } else await endGuardianLinks(ctx, userId);
  return true;
}
