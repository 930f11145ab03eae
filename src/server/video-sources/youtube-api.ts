import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import { type FetchLimits, fetchFromSource } from './fetch-from-source.ts';
import { SourceError } from './source-error.ts';
import type { ChannelSource } from './video-sources.ts';
import { videoIdShape } from './youtube-shapes.ts';

const mostVideos = 50;

/**
 * YouTube's Data API, which needs a key. It finds channels by handle and knows of each video its length, whether it
 * has captions and whether it may be embedded. Reading a channel costs two units of the daily quota.
 */
export function youtubeApi({
  host,
  key,
  limits,
}: {
  host: string;
  key: string;
  limits: FetchLimits;
}): ChannelSource {
  async function ask<Answer extends z.ZodType>(
    resource: string,
    query: Record<string, string>,
    shape: Answer,
  ): Promise<z.output<Answer>> {
    const address = new URL(`/youtube/v3/${resource}`, host);
    address.search = new URLSearchParams(query).toString();
    // The key goes in a header, so that no log of addresses has it.
    const answer = await fetchFromSource(address, limits, { 'x-goog-api-key': key });
    const read = shape.safeParse(parseJson(answer));
    if (!read.success) throw new SourceError('unreadable');
    return read.data;
  }

  return {
    async find(reference) {
      const which: Record<string, string> =
        'id' in reference ? { id: reference.id } : { forHandle: reference.handle };
      const [channel] = (await ask('channels', { part: 'snippet', ...which }, channels)).items;
      if (!channel) throw new SourceError('not-found');
      return { sourceId: channel.id, title: channel.snippet.title };
    },

    async newestOf(channelId) {
      // The playlist of a channel's uploads has the channel's id with another prefix.
      const playlistId = channelId.replace(/^UC/, 'UU');
      const listing = { part: 'snippet,contentDetails', playlistId, maxResults: String(mostVideos) };
      const listed = (await ask('playlistItems', listing, uploads)).items;
      if (listed.length === 0) return { title: null, videos: [] };
      const ids = listed.map(({ contentDetails }) => contentDetails.videoId).join();
      const found = await ask('videos', { part: 'contentDetails,status', id: ids }, details);
      const detailOf = new Map(found.items.map((detail) => [detail.id, detail]));
      const videos = listed.flatMap(({ snippet, contentDetails: { videoId } }) => {
        const detail = detailOf.get(videoId);
        if (!detail?.status.embeddable || detail.status.privacyStatus !== 'public') return [];
        const { duration, caption } = detail.contentDetails;
        const { title, description } = snippet;
        const hasSubtitles = caption === 'true';
        return { sourceId: videoId, title, description, seconds: secondsIn(duration), hasSubtitles };
      });
      return { title: listed[0]?.snippet.channelTitle ?? null, videos };
    },
  };
}

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(mostVideos).default([]) });

const channels = listOf(
  z.object({ id: z.string().regex(/^UC[\w-]{22}$/), snippet: z.object({ title: z.string() }) }),
);

const uploads = listOf(
  z.object({
    snippet: z.object({ title: z.string(), description: z.string(), channelTitle: z.string() }),
    contentDetails: z.object({ videoId: z.string().regex(videoIdShape) }),
  }),
);

const details = listOf(
  z.object({
    id: z.string(),
    contentDetails: z.object({ duration: z.string().optional(), caption: z.string().optional() }),
    status: z.object({ embeddable: z.boolean(), privacyStatus: z.string() }),
  }),
);

/** `PT1H2M3S` is 3723; null for a length of zero, as a future live stream has. */
function secondsIn(duration = ''): number | null {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? [];
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || null;
}
