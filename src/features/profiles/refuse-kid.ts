import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal, type RefusalKind } from '#shared/refusal.ts';

/**
 * Refuses a kid, and an account that was deleted meanwhile, in the transaction that writes what only adults have. The
 * share lock makes `setAgeGroup` and the deletion wait, which then delete what was written. A caller that locks the
 * user too does so before, as acts on a person do: two orders would deadlock.
 */
export async function refuseKid({ db }: Ctx, userId: string, refusal: RefusalKind): Promise<void> {
  const { ageGroup } = await db
    .selectFrom('profiles')
    .select('ageGroup')
    .where('userId', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (ageGroup === 'kid') throw new Refusal(refusal);
  // A second statement on purpose: the snapshot of the first is older than a deletion that it waited for.
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!person) throw new Refusal(commonRefusals.signInFirst);
}
