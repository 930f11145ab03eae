import { tellAccountChanged } from '#features/accounts/tell-account-changed.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { Member } from '#shared/actor.ts';
import type { Preferences } from './contract.ts';

/** What a member learns and how far they are: it decides which classes and videos they are shown. */
export async function setPreferences(
  outer: Ctx,
  member: Member,
  { languages, level }: Preferences,
): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    await ctx.db
      .updateTable('profiles')
      .set({ languages: [...new Set(languages)], level, updatedAt: ctx.now })
      .where('userId', '=', member.userId)
      .execute();
    await publish(ctx, { kind: 'profiles.changed', audience: [member.userId] });
    await tellAccountChanged(ctx, member.userId);
  });
}
