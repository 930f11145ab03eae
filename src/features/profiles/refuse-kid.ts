import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal, type RefusalKind } from '#shared/refusal.ts';
import { lockProfiles } from './lock-profiles.ts';

/**
 * Refuses a kid, and an account that was deleted meanwhile, in the transaction that writes what only adults have. The
 * share lock makes `setAgeGroup` and the deletion wait, which then delete what was written.
 */
export async function refuseKid({ db }: Ctx, userId: string, refusal: RefusalKind): Promise<void> {
  await lockProfiles({ db }, [userId], 'share');
  // A second statement on purpose: the snapshot of the first is older than a deletion that it waited for.
  const { ageGroup, deletedAt } = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .select(['profiles.ageGroup', 'users.deletedAt'])
    .where('profiles.userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (ageGroup === 'kid') throw new Refusal(refusal);
  if (deletedAt) throw new Refusal(commonRefusals.signInFirst);
}
