import { sql } from 'kysely';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { changeNoticeChoices } from '../contract.ts';
import { noticeChannels } from '../rules.ts';

type Change = ReceivedOf<typeof changeNoticeChoices>['body'];

/**
 * Changes where a member is told of what; what is left out stays. It counts for what is told from now on, and for
 * letters that still wait: each is looked at again when it is sent.
 */
export async function changeChoices(outer: Ctx, { topics = [], quiet, digest }: Change): Promise<void> {
  const { userId } = memberOf(outer.actor);
  const chosen = JSON.stringify(
    Object.fromEntries(
      topics.flatMap(({ topic, ...wanted }) =>
        noticeChannels.flatMap((channel) =>
          wanted[channel] === undefined ? [] : [[`${topic}:${channel}`, wanted[channel]]],
        ),
      ),
    ),
  );
  const columns = {
    ...(quiet !== undefined && { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null }),
    ...(digest !== undefined && { digest }),
    updatedAt: outer.now,
  };
  await inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    await ctx.db
      .insertInto('noticeSettings')
      .values({ userId, chosen, ...columns })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ chosen: sql`notice_settings.chosen || excluded.chosen`, ...columns }),
      )
      .execute();
    await publish(ctx, { kind: 'notifications.changed', audience: [userId] });
  });
}
