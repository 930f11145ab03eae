import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { publish } from '#server/events/publish.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { announcementRefusals, type ManagedAnnouncement, postAnnouncement as operation } from './contract.ts';
import { may } from './permissions.ts';
import { countReaders, readManagedAnnouncement } from './reads.ts';
import { tellReadersWork } from './tell-readers.ts';

/**
 * An administrator tells people something. It stands on the page at once; the people are told as due work, in portions,
 * because there may be tens of thousands of them. The act is audited, without the words. The same idempotency key
 * twice is one announcement.
 * @throws Refusal signInFirst, notAllowed, noReaders
 */
export async function postAnnouncement(
  outer: Ctx,
  { title, words, audience, language }: ReceivedOf<typeof operation>['body'],
  idempotencyKey: string | undefined,
): Promise<ManagedAnnouncement> {
  refuse(may(outer.actor, 'manage'));
  const { userId } = memberOf(outer.actor);
  const input = { title, words, audience, language };
  return once(outer, { operation, key: idempotencyKey, input }, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const { readers } = await countReaders(ctx, { audience, language: language ?? undefined });
    if (readers === 0) throw new Refusal(announcementRefusals.noReaders);
    const { id } = await ctx.db
      .insertInto('announcements')
      .values({ ...input, authorId: userId, postedAt: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAct(ctx, { act: 'announcements.post', subject: id, detail: { title, audience, language } });
    await putDue(ctx, tellReadersWork, id);
    await publish(ctx, { kind: 'announcements.changed' });
    return readManagedAnnouncement(ctx, id);
  });
}
