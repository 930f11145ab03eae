import type { Insertable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Videos } from '#server/db/schema.ts';
import { type DueWork, type Handler, WorkFailed } from '#server/jobs/due-work.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { SourceError, type SourceFault } from '#server/video-sources/source-error.ts';
import type { ChannelSource, FoundVideo } from '#server/video-sources/video-sources.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { cleanFoundLine, cleanFoundText } from '#shared/text.ts';
import { publishVideosChanged } from '../publish-videos-changed.ts';
import { channelRest, channelTurn, youtubeVideo } from '../rules.ts';

/** New videos, known videos, channels that were not asked, channels that failed. */
export type Synced = { imported: number; skipped: number; waiting: number; failed: number };

/** The sync of one channel; its subject is the id of the channel. */
export const channelWork: DueWork = {
  kind: 'sync-channel',
  backOff: { firstMs: channelTurn, longestMs: channelTurn },
  concurrency: 4,
};

/**
 * Asks the source of a channel for its newest videos and stores the new ones as pending. A fault of the source is
 * noted on the channel. `count` receives the numbers.
 */
export function syncChannel(
  source: ChannelSource,
  count: (one: Partial<Synced>) => void = () => {},
): Handler {
  return {
    work: channelWork,
    async run(ctx, id) {
      const channel = await ctx.db
        .selectFrom('videoChannels')
        .select('sourceId')
        .where('id', '=', id)
        .where('isActive', '=', true)
        .executeTakeFirst();
      if (!channel) return;
      try {
        const { title, videos } = await source.newestOf(channel.sourceId);
        count(await saveVideos(ctx, id, title, videos));
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        count({ failed: 1 });
        await noteFault(ctx, id, error.fault);
        throw new WorkFailed(error.fault, { waitMs: channelTurn });
      }
      return new Date(ctx.now.getTime() + channelTurn);
    },
  };
}

/**
 * Syncs the channels in these languages (null: in all) whose last sync is `channelRest` ago, also before their
 * schedule. Only one of several parallel callers syncs a channel. No sync of a channel starts after `budget`
 * milliseconds.
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
    .execute();
  const total: Synced = { imported: 0, skipped: 0, waiting: channels.length, failed: 0 };
  const count = (one: Partial<Synced>) => {
    for (const [what, more] of Object.entries({ ...one, waiting: -1 })) total[what as keyof Synced] += more;
  };
  await runDue(() => ctx, syncChannel(source, count), {
    subjects: channels.map(({ id }) => id),
    aheadMs: channelTurn - channelRest,
    signal: AbortSignal.timeout(budget),
  });
  return total;
}

async function noteFault(outer: Ctx, id: string, fault: SourceFault): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    await ctx.db.updateTable('videoChannels').set({ lastError: fault }).where('id', '=', id).execute();
    await publishVideosChanged(ctx);
  });
}

/** Stores the answer of a channel; nothing when an administrator has removed the channel meanwhile. */
async function saveVideos(
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
      }))
      .filter((row) => row.title !== '')
      // Ids ascend, so the newest video is inserted last.
      .reverse();
    const added = rows.length === 0 ? 0 : await insertNew(ctx, rows);
    await publishVideosChanged(ctx);
    return { imported: added, skipped: videos.length - added };
  });
}

function asRow({ sourceId, title, description, seconds, hasSubtitles }: FoundVideo) {
  return {
    ...youtubeVideo(sourceId),
    title: cleanFoundLine(title, 200),
    description: cleanFoundText(description, 2000),
    // Ten hours and more is a live stream, whose length says nothing.
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
