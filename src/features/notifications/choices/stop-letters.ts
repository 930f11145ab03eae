import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { type stopLetters as operation, unsubscribeInvalid } from '../contract.ts';
import { readUnsubscribeToken } from '../letters/unsubscribe-token.ts';

/**
 * Stops the letters of the topics that a letter's token names, for the person that it names, without signing in.
 * Followed twice, it writes nothing the second time. The choices take it back, but not the letters of a guardian,
 * which the kid cannot choose for them: a trigger takes it back as the kid names another guardian.
 * @throws Refusal unsubscribeInvalid for a token that we did not sign, and for an account that is gone
 */
export async function stopLetters(
  outer: Ctx,
  secret: string,
  token: string,
): Promise<AnswerOf<typeof operation>> {
  const named = readUnsubscribeToken(secret, token);
  if (!named) throw new Refusal(unsubscribeInvalid);
  const { userId, topics, isGuardian } = named;
  const whose = isGuardian ? 'guardian' : 'email';
  const chosen = JSON.stringify(Object.fromEntries(topics.map((one) => [`${one}:${whose}`, false])));
  return inTransaction(outer, async (ctx) => {
    const account = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!account) throw new Refusal(unsubscribeInvalid);
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
