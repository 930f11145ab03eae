import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { runEach } from '#server/jobs/run-each.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import { SourceError } from '#server/video-sources/source-error.ts';
import type { PresenceSource } from '#server/video-sources/video-sources.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { afterCheck, believesGone, type CheckAnswer } from '../rules.ts';

/** How many videos a round asks each source about, one after the other: every five minutes, 20,000 a week. */
const atOnce = 10;

/** A video in the feed, or one that a check took out of it. What an administrator turned off is not asked about. */
const isChecked: RawBuilder<SqlBool> = sql`source <> 'upload' and moderation_status = 'approved'
  and (is_active or gone_at is not null)`;

const dueColumns = ['id', 'source', 'sourceUrl', 'checkAt', 'goneCount', 'goneAt'] as const;

type Due = Awaited<ReturnType<typeof findDue>>[number];

/**
 * Asks each source about its videos that are longest due, whether they are still there, with no transaction open. A
 * source that fails, stalls or asks to wait is not asked again in this round, keeps no other source from being asked,
 * and its videos stay as they are. A process that is killed leaves the videos due.
 */
export async function checkPresence(ctx: Ctx, presence: PresenceSource): Promise<void> {
  await runEach(presence.sources, async (source) => {
    const answers: [Due, CheckAnswer][] = [];
    for (const video of await findDue(ctx, source)) {
      const answer = await ask(presence, video);
      answers.push([video, answer]);
      if (answer === 'unknown') break;
    }
    const believed = await isBelieved(ctx, presence, source, answers);
    for (const [video, answer] of answers) await note(ctx, video, believed ? answer : 'unknown');
  });
}

/** Where no video of a round is there, a source is asked about one more that was there when it was asked last. */
async function isBelieved(
  ctx: Ctx,
  presence: PresenceSource,
  source: string,
  answers: readonly (readonly [Due, CheckAnswer])[],
): Promise<boolean> {
  const count = (those: readonly CheckAnswer[]) =>
    answers.filter(([, answer]) => those.includes(answer)).length;
  let there = count(['there']);
  let gone = count(['missing', 'closed']);
  if (gone > 0 && there === 0) {
    const control = await findControl(ctx, source);
    if (control) {
      if ((await ask(presence, control)) === 'there') there += 1;
      else gone += 1;
    }
  }
  if (gone === 0 || believesGone({ there, gone })) return true;
  ctx.log.warn({ source, gone }, 'a source says of every video that it is gone, which is not believed');
  return false;
}

function findDue({ db, now }: Ctx, source: string) {
  return db
    .selectFrom('videos')
    .select(dueColumns)
    .where(isChecked)
    .where(sql<SqlBool>`source = ${source}`)
    .where('sourceUrl', 'is not', null)
    .where('checkAt', '<=', now)
    .orderBy('checkAt')
    .limit(atOnce)
    .execute();
}

async function ask(presence: PresenceSource, { source, sourceUrl }: Due): Promise<CheckAnswer> {
  try {
    return await presence.presenceOf({ source, address: sourceUrl ?? '' });
  } catch (error) {
    if (error instanceof SourceError) return 'unknown';
    throw error;
  }
}

/** The video that its source said last to be there. */
export function findControl({ db, now }: Ctx, source: string): Promise<Due | undefined> {
  return db
    .selectFrom('videos')
    .select(dueColumns)
    .where(isChecked)
    .where(sql<SqlBool>`source = ${source}`)
    .where('sourceUrl', 'is not', null)
    .where('goneCount', '=', 0)
    .where('checkAt', '>', now)
    .orderBy('checkAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Stores an answer, once: only while the video is due for the instant for which it was found. So two processes that ask
 * about it at once count one day, and an administrator who brings it back or turns it off meanwhile has the last word.
 */
async function note(outer: Ctx, video: Due, answer: CheckAnswer): Promise<void> {
  const { id, checkAt, goneCount, goneAt } = video;
  const before = { goneCount, isHidden: goneAt !== null };
  const after = afterCheck(before, answer);
  await inTransaction(outer, async (ctx) => {
    const { now } = ctx;
    const isGone = answer === 'missing' || answer === 'closed';
    const noted = await ctx.db
      .updateTable('videos')
      .set({
        checkAt: new Date(now.getTime() + after.againInMs),
        goneCount: after.goneCount,
        ...(answer === 'there' && { goneAs: null }),
        ...(isGone && { goneAs: answer }),
        ...(after.isHidden !== before.isHidden && {
          isActive: !after.isHidden,
          goneAt: after.isHidden ? now : null,
        }),
      })
      .where('id', '=', id)
      .where('checkAt', '=', checkAt)
      .where(goneAt ? sql<SqlBool>`gone_at is not null` : sql<SqlBool>`gone_at is null and is_active`)
      .where('moderationStatus', '=', 'approved')
      .returning('proposedBy')
      .executeTakeFirst();
    if (noted && after.isHidden !== before.isHidden) await publishVideosChanged(ctx, [noted.proposedBy]);
  });
}

/** A round every five minutes is far below what any of the sources minds. */
export const checkPresenceChore = (presence: PresenceSource): Chore => ({
  name: 'check-presence',
  everyMinutes: 5,
  run: (ctx) => checkPresence(ctx, presence),
});
