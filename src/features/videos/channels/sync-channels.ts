import type { Insertable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Videos } from '#server/db/schema.ts';
import { SourceError } from '#server/video-sources/source-error.ts';
import type { ChannelSource, FoundVideo } from '#server/video-sources/video-sources.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { channelRest, youtubeVideo } from '../rules.ts';
import { tellVideosChanged } from '../tell-videos-changed.ts';
import { cleanFoundLine, cleanFoundText } from './clean-found-text.ts';

/** Videos that are new, videos that were here, channels that were not asked, channels that did not answer. */
export type Synced = { imported: number; skipped: number; waiting: number; failed: number };

const atATime = 4;

/**
 * Asks the listed channels in these languages (null: in all) for their newest videos and puts those that are new
 * before the moderators. Each channel is asked by one caller at a time and then rests; a source that fails is noted
 * on its channel and fails nobody. No channel is begun with after `budget` milliseconds.
 */
export async function syncChannels(
  ctx: Ctx,
  source: ChannelSource,
  { languages, budget }: { languages: readonly LanguageCode[] | null; budget: number },
): Promise<Synced> {
  const channels = await ctx.db
    .selectFrom('videoChannels')
    .select('id')
    .where('isActive', '=', true)
    .$if(languages !== null, (query) => query.where('language', 'in', [...(languages ?? [])]))
    .orderBy('askedAt', (order) => order.asc().nullsFirst())
    .execute();
  const total: Synced = { imported: 0, skipped: 0, waiting: 0, failed: 0 };
  const until = performance.now() + budget;
  const work = async () => {
    for (let next = channels.shift(); next; next = channels.shift()) {
      const one = performance.now() < until ? await syncChannel(ctx, source, next.id) : { waiting: 1 };
      for (const [what, count] of Object.entries(one)) total[what as keyof Synced] += count;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return total;
}

async function syncChannel(ctx: Ctx, source: ChannelSource, id: string): Promise<Partial<Synced>> {
  const sourceId = await claim(ctx, id);
  if (sourceId === null) return { waiting: 1 };
  try {
    const { title, videos } = await source.newestOf(sourceId);
    return await keep(ctx, id, title, videos);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    ctx.log.warn({ channel: sourceId, fault: error.fault }, 'a channel did not answer');
    await inTransaction(ctx, async (ctx) => {
      const { fault } = error;
      await ctx.db.updateTable('videoChannels').set({ lastError: fault }).where('id', '=', id).execute();
      await tellVideosChanged(ctx);
    });
    return { failed: 1 };
  }
}

/** Of any number who would ask a channel, one gets its id; the others null, until it has rested. */
async function claim({ db, now }: Ctx, id: string): Promise<string | null> {
  const rested = new Date(now.getTime() - channelRest);
  const claimed = await db
    .updateTable('videoChannels')
    .set({ askedAt: now })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where((row) => row.or([row('askedAt', 'is', null), row('askedAt', '<=', rested)]))
    .returning('sourceId')
    .executeTakeFirst();
  return claimed?.sourceId ?? null;
}

/** Keeps what a channel answered. One that was removed meanwhile brings nothing any more. */
async function keep(
  outer: Ctx,
  id: string,
  title: string | null,
  videos: readonly FoundVideo[],
): Promise<Partial<Synced>> {
  return inTransaction(outer, async (ctx) => {
    const name = cleanFoundLine(title ?? '', 200);
    const channel = await ctx.db
      .updateTable('videoChannels')
      .set({ lastSyncedAt: ctx.now, lastError: null, ...(name && { title: name }) })
      .where('id', '=', id)
      .returning(['language', 'level', 'topics'])
      .executeTakeFirst();
    if (!channel) return {};
    const rows = videos
      .map((video) => ({
        ...asRow(video),
        ...channel,
        channelId: id,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }))
      .filter((row) => row.title !== '')
      // Ids follow one another: the newest comes last.
      .reverse();
    const added = rows.length === 0 ? 0 : await insertNew(ctx, rows);
    await tellVideosChanged(ctx);
    return { imported: added, skipped: videos.length - added };
  });
}

function asRow({ sourceId, title, description, seconds, hasSubtitles }: FoundVideo) {
  return {
    ...youtubeVideo(sourceId),
    title: cleanFoundLine(title, 200),
    description: cleanFoundText(description, 2000),
    // What lasts ten hours and more is a stream, whose length is nothing to go by.
    seconds: seconds !== null && seconds <= 36_000 ? seconds : null,
    hasSubtitles,
  };
}

async function insertNew({ db }: Ctx, rows: Insertable<Videos>[]): Promise<number> {
  const added = await db
    .insertInto('videos')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length;
}
