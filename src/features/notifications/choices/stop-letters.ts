import { sql } from 'kysely';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { type stopLetters as operation, unsubscribeInvalid } from '../contract.ts';
import { guardianKey, readUnsubscribeToken } from '../letters/unsubscribe-token.ts';

/**
 * Stops the letters of the topics that a letter's token names, for the person that it names, without signing in.
 * Followed twice, it writes nothing the second time. The choices take it back, but not the letters of a guardian, which
 * the kid cannot choose for them: a trigger takes it back as the kid names another guardian. The link of a former
 * guardian stops nothing of the next one's: it is answered as followed, since the former one gets no letter any more.
 * @throws Refusal unsubscribeInvalid for a token that we did not sign, and for an account that is gone
 */
export async function stopLetters(
  outer: Ctx,
  secret: string,
  token: string,
): Promise<AnswerOf<typeof operation>> {
  const named = readUnsubscribeToken(secret, token);
  if (!named) throw new Refusal(unsubscribeInvalid);
  const { userId, topics } = named;
  const whose = named.guardianKey === undefined ? 'email' : 'guardian';
  const chosen = JSON.stringify(Object.fromEntries(topics.map((one) => [`${one}:${whose}`, false])));
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, unsubscribeInvalid);
    if (named.guardianKey !== undefined) {
      const address = await lockGuardian(ctx, userId);
      if (!address || guardianKey(secret, address) !== named.guardianKey) return { topics: [...topics] };
    }
    const { numInsertedOrUpdatedRows: changed = 0n } = await ctx.db
      .insertInto('noticeSettings')
      .values({ userId, chosen, updatedAt: ctx.now })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ chosen: sql`notice_settings.chosen || excluded.chosen`, updatedAt: ctx.now })
          .where(sql<boolean>`not notice_settings.chosen @> excluded.chosen`),
      )
      .executeTakeFirst();
    if (changed > 0n) await publish(ctx, { kind: 'notifications.changed', audience: [userId] });
    return { topics: [...topics] };
  });
}

/**
 * The guardian’s address, if the kid named one. The lock keeps the kid from naming another until the choice is written.
 */
async function lockGuardian({ db }: Ctx, userId: string): Promise<string | null> {
  const consent = await db
    .selectFrom('guardianConsents')
    .select('address')
    .where('userId', '=', userId)
    .forShare()
    .executeTakeFirst();
  return consent?.address ?? null;
}
