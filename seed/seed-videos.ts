import type { Ctx } from '#server/ctx.ts';
import { clips } from './clips.ts';

/** Inserts the demo's clips as videos that were published this week, a few hours apart. */
export async function seedVideos({ db, now }: Ctx): Promise<void> {
  const values = clips.map((clip, at) => ({
    title: clip.title,
    description: clip.description,
    language: clip.language,
    level: clip.level,
    topics: [...clip.topics],
    source: 'upload' as const,
    sourceId: clip.file,
    thumbnailUrl: `/media/clips/${clip.poster}`,
    captionsUrl: `/media/clips/${clip.captions}`,
    seconds: Math.round(clip.seconds),
    hasSubtitles: true,
    isForKids: clip.level === 'basic',
    moderationStatus: 'approved' as const,
    createdAt: new Date(now.getTime() - at * 7 * 3600 * 1000),
  }));
  await db.insertInto('videos').values(values).execute();
}
