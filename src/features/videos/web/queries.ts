import {
  type InfiniteData,
  mutationOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { furtherPagesSettled } from '#web/api/further-pages-settled.ts';
import { listQuery } from '#web/api/list-query.ts';
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
 * Likes or saves a video, or undoes that. The update is optimistic and rolls back when the server refuses. Quick taps
 * reach the server one after another, in order; each inverts the last request, not what the screen shows. The function
 * stays the same.
 */
export function useReaction(reaction: keyof typeof reactions, id: string): () => void {
  const queryClient = useQueryClient();
  const { t } = useTranslation('videos');
  return useCallback(() => {
    const { flag, on, off } = reactions[reaction];
    const mutationKey = ['videos', reaction, id];
    const options = mutationOptions({
      mutationKey,
      scope: { id: mutationKey.join() },
      mutationFn: async (wanted: boolean) => {
        await call(wanted ? on : off, { params: { id } });
      },
      onMutate: (value) => mark(queryClient, { id, flag, value }),
      onError: (error, wanted) => {
        // A later request of the queue decides what the screen shows.
        if (queryClient.isMutating({ mutationKey }) === 1) mark(queryClient, { id, flag, value: !wanted });
        toastFailure(error, t('failed'));
      },
      onSuccess: (_, wanted) => invalidateSaved(queryClient, wanted && flag === 'saved' ? id : null),
    });
    // Without `useMutation`, which would draw the whole video as the request begins and as it ends.
    const mutation = queryClient.getMutationCache().build(queryClient, options);
    // What failed is told by `onError`.
    mutation.execute(!findVideo(queryClient, id)?.[flag]).catch(() => {});
  }, [queryClient, reaction, id, t]);
}

/**
 * The saved videos are read again on the next visit; a list on the screen keeps what was removed from it. One that was
 * opened before the server had saved a video lacks it, and is read again at once.
 */
function invalidateSaved(queryClient: QueryClient, saved: string | null) {
  const { queryKey } = savedQuery;
  const videos = videosIn(queryClient.getQueryData<Cached>(queryKey));
  const lacks = saved !== null && !videos.some((video) => video.id === saved);
  return queryClient.invalidateQueries({ queryKey, refetchType: lacks ? 'active' : 'none' });
}

function findVideo(queryClient: QueryClient, id: string): VideoRow | undefined {
  return queryClient
    .getQueriesData<Cached>({ queryKey: ['videos'] })
    .flatMap(([, data]) => videosIn(data))
    .find((video) => video.id === id);
}

function videosIn(data: Cached): VideoRow[] {
  if (!data) return [];
  return 'pages' in data ? data.pages.flatMap((page) => page.items ?? []) : [data];
}

type Mark = { id: string; flag: 'liked' | 'saved'; value: boolean };

/** Writes a flag of a video into the cache, and once more over a further page that comes with what was there before. */
function mark(queryClient: QueryClient, marked: Mark): void {
  writeMark(queryClient, marked);
  void furtherPagesSettled(queryClient, { queryKey: ['videos'] }).then(() => writeMark(queryClient, marked));
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
