import { sql } from 'kysely';
import type { z } from 'zod';
import { changeUser } from '#features/accounts/change-user.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { changeProfile as operation, Profile } from './contract.ts';
import { readProfile } from './read-profile.ts';

export type ProfileChanges = z.output<NonNullable<(typeof operation)['body']>>;

/**
 * Changes one's own name, country, zone or interface language. Coins, streak, tier, totals and age group
 * have no way in here. A change of zone lets the person's day end where it began.
 */
export async function changeProfile(outer: Ctx, changes: ProfileChanges): Promise<Profile> {
  const { userId } = memberOf(outer.actor);
  const { country, ...account } = changes;
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    if (account.zone) await sql`select hold_own_day(${userId}, ${account.zone}, ${ctx.now})`.execute(ctx.db);
    const { waits } = await changeUser(ctx, userId, account);
    if (waits) await publishToAdministrators(ctx, 'people.changed');
    await ctx.db
      .updateTable('profiles')
      .set({ ...(country !== undefined && { country }), updatedAt: ctx.now })
      .where('userId', '=', userId)
      .execute();
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
    return readProfile(ctx);
  });
}
