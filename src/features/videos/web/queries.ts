import { type InfiniteData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { readsSettled } from '#web/api/reads-settled.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import {
  likeVideo,
  listFeed,
  listSavedVideos,
  readVideo,
  saveVideo,
  unlikeVideo,
  unsaveVideo,
  type VideoPage,
  type VideoRow,
} from '../contract.ts';
import { changeFlag } from './change-flag.ts';
import type { FeedFilters } from './feed/feed-filters.ts';

type Pages = InfiniteData<VideoPage, string | undefined>;
/** What is cached under `videos`: lists, and the one video that an address puts first. */
type Cached = Pages | VideoRow | undefined;

/**
 * The feed under these filters. It never refetches by itself, not even when a hint or a lost stream of hints
 * invalidates everything: new videos above would move the one that the student watches.
 */
export function feedQuery({ language, level, topic }: FeedFilters) {
  return {
    ...listQuery(['videos', 'feed', { language, level, topic }], (cursor, signal) => {
      const query = { language: [...language], level: level ?? undefined, topic: [...topic], cursor };
      return call(listFeed, { query }, { signal });
    }),
    staleTime: 'static' as const,
  };
}

/** One video, for an address that puts it first in the feed. */
export function videoQuery(id: string) {
  return queryOptions({
    queryKey: ['videos', 'one', id],
    queryFn: ({ signal }) => call(readVideo, { params: { id } }, { signal }),
    staleTime: 'static',
    retry: false,
  });
}

export const savedQuery = {
  ...listQuery(['videos', 'saved'], (cursor, signal) =>
    call(listSavedVideos, { query: { cursor } }, { signal }),
  ),
  // A video that was removed from the list stays visible until the next visit, so that it can be saved again.
  refetchOnWindowFocus: false,
};

const reactions = {
  like: { flag: 'liked', on: likeVideo, off: unlikeVideo },
  save: { flag: 'saved', on: saveVideo, off: unsaveVideo },
} as const;

/**
 * Likes or saves a video, or undoes that. Each tap inverts the last request, not what the screen shows. The function
 * stays the same.
 */
export function useReaction(reaction: keyof typeof reactions, id: string): () => void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('videos');
  return useCallback(() => {
    const { flag, on, off } = reactions[reaction];
    const wanted = !findVideo(queryClient, id)?.[flag];
    changeFlag(queryClient, {
      mutationKey: ['videos', reaction, id],
      wanted,
      send: () => call(wanted ? on : off, { params: { id } }),
      show: (value) => mark(queryClient, { id, flag, value }),
      onSaved: () => void invalidateSaved(queryClient, wanted && flag === 'saved' ? id : null),
      onFailed: (error) => toastFailure(error, t('failed')),
    });
  }, [queryClient, reaction, id, t]);
}

/**
 * The saved videos are read again on the next visit; a list on the screen keeps what was removed from it. One that was
 * opened before the server had saved a video lacks it, and is read again at once.
 */
async function invalidateSaved(queryClient: QueryClient, saved: string | null): Promise<void> {
  const { queryKey } = savedQuery;
  // An answer that arrives later would make the list fresh.
  await readsSettled(queryClient, { queryKey });
  const videos = videosIn(queryClient.getQueryData<Cached>(queryKey));
  const lacks = saved !== null && !videos.some((video) => video.id === saved);
  await queryClient.invalidateQueries({ queryKey, refetchType: lacks ? 'active' : 'none' });
}

function findVideo(queryClient: QueryClient, id: string): VideoRow | undefined {
  return queryClient
    .getQueriesData<Cached>({ queryKey: ['videos'] })
    .flatMap(([, data]) => videosIn(data))
    .find((video) => video.id === id);
}

/** Without the rows of moderation and of proposals, which do not say what the student did. */
function videosIn(data: Cached): VideoRow[] {
  if (!data) return [];
  const videos = 'pages' in data ? data.pages.flatMap((page) => page.items ?? []) : [data];
  return videos.filter((video) => 'liked' in video);
}

type Mark = { id: string; flag: 'liked' | 'saved'; value: boolean };

/** Writes a flag of a video into the cache, and once more over what is being read and comes with the flag before it. */
function mark(queryClient: QueryClient, marked: Mark): void {
  writeMark(queryClient, marked);
  void readsSettled(queryClient, { queryKey: ['videos'] }).then(() => writeMark(queryClient, marked));
}

/** Lists that lack the video, or have it so marked already, stay the same objects. */
function writeMark(queryClient: QueryClient, { id, flag, value }: Mark): void {
  queryClient.setQueriesData<Cached>({ queryKey: ['videos'] }, (data) => {
    const isOther = (video: VideoRow) => video.id === id && video[flag] !== value;
    if (!data || !videosIn(data).some(isOther)) return data;
    if (!('pages' in data)) return { ...data, [flag]: value };
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((video) => (isOther(video) ? { ...video, [flag]: value } : video)),
    }));
    return { ...data, pages };
  });
}
