import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { DueWork, Handler } from '#server/jobs/due-work.ts';
import { cleanFoundText } from '#shared/text.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { announcementsAddress } from './rules.ts';
import { selectReaders } from './select-readers.ts';

export const tellReadersWork: DueWork = {
  kind: 'tell-readers',
  backOff: { firstMs: 5000, longestMs: 5 * minuteMs },
  concurrency: 1,
};

/** How many people are told in one transaction, which holds their accounts. */
const portion = 500;

/** How much of the words stands in a notice, which the database bounds at 4,000 bytes; the page has all of them. */
const longestInNotice = 600;

/**
 * Tells the people an announcement is for, in the order of their ids. Each portion is a transaction that notes how far
 * it came, so a killed process leaves the rest to another one, and each person is told once.
 */
export const tellReaders: Handler = {
  work: tellReadersWork,
  async run(ctx, id) {
    while (await tellPortion(ctx, id));
    return undefined;
  },
};

/**
 * Tells the next people, under the lock of the announcement: one that is withdrawn meanwhile takes their notices along.
 * Answers whether there may be more.
 */
async function tellPortion(outer: Ctx, id: string): Promise<boolean> {
  return inTransaction(outer, async (ctx) => {
    const announcement = await ctx.db
      .selectFrom('announcements')
      .select(['title', 'words', 'audience', 'language', 'authorId', 'told', 'toldUntil'])
      .where('id', '=', id)
      .where('toldAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!announcement) return false;
    const { title, words, authorId, told, toldUntil } = announcement;
    const readers = await selectReaders(ctx, announcement, authorId)
      .select('users.id')
      .$if(toldUntil !== null, (query) => query.where('users.id', '>', toldUntil))
      .orderBy('users.id')
      .limit(portion)
      .execute();
    const isLast = readers.length < portion;
    await notify(ctx, {
      to: readers.map((reader) => reader.id),
      kind: 'announcements.posted',
      detail: { title, message: cleanFoundText(words, longestInNotice) },
      link: announcementsAddress,
      about: id,
      // The key by which a trigger deletes the notices (`migrations/0018-announcements.sql`).
      once: `announcements.posted ${id}`,
    });
    await ctx.db
      .updateTable('announcements')
      .set({
        told: told + readers.length,
        toldUntil: readers.at(-1)?.id ?? toldUntil,
        toldAt: isLast ? ctx.now : null,
      })
      .where('id', '=', id)
      .execute();
    if (isLast) await publish(ctx, { kind: 'announcements.changed' });
    return !isLast;
  });
}
