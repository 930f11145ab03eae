import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { withdrawAnnouncement as operation } from './contract.ts';
import { may } from './permissions.ts';

/**
 * An administrator takes an announcement back, of whichever administrator it is. A trigger deletes its notices, read or
 * not, and with them what waits to be sent; the people who were not told yet never are.
 * @throws Refusal signInFirst, notAllowed, notFound
 */
export async function withdrawAnnouncement(outer: Ctx, id: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    const gone = await ctx.db
      .deleteFrom('announcements')
      .where('id', '=', id)
      .returning(['title', 'authorId'])
      .executeTakeFirst();
    if (!gone) throw new Refusal(commonRefusals.notFound);
    const { title, authorId } = gone;
    await recordAct(ctx, {
      act: 'announcements.withdraw',
      subject: id,
      detail: { title },
      personId: othersId(ctx, authorId),
    });
    await publish(ctx, { kind: 'announcements.changed' });
    return { withdrawn: true };
  });
}
