import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { toastFailure } from '#web/ui/toast.ts';
import {
  likeVideo,
  listFeed,
  listSavedVideos,
  saveVideo,
  unlikeVideo,
  unsaveVideo,
  type VideoPage,
  type VideoRow,
} from '../contract.ts';
import type { FeedFilters } from './feed/feed-filters.ts';

type Pages = InfiniteData<VideoPage, string | undefined>;

/**
 * The feed under these filters. It is not asked for again by itself: new videos appearing above would move the one
 * that is being watched.
 */
export function feedQuery({ language, level, topic }: FeedFilters) {
  return {
    ...listQuery(['videos', 'feed', { language, level, topic }], (cursor, signal) => {
      const query = { language: [...language], level: level ?? undefined, topic: [...topic], cursor };
      return call(listFeed, { query }, { signal });
    }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  };
}

export const savedQuery = {
  ...listQuery(['videos', 'saved'], (cursor, signal) =>
    call(listSavedVideos, { query: { cursor } }, { signal }),
  ),
  // A video that is kept no longer stays in sight until the list is opened again, so that it can be put back.
  refetchOnWindowFocus: false,
};

const reactions = {
  like: { flag: 'liked', on: likeVideo, off: unlikeVideo },
  save: { flag: 'saved', on: saveVideo, off: unsaveVideo },
} as const;

/**
 * Likes or saves a video, or takes that back. The screen follows at once and goes back where the server says no.
 * Quick changes of mind reach the server one after another, in order; each is the opposite of what was wished
 * last, not of what the screen has got round to showing.
 */
export function useReaction(reaction: keyof typeof reactions, id: string) {
  const queryClient = useQueryClient();
  const { t } = useTranslation('videos');
  const { flag, on, off } = reactions[reaction];
  const mutationKey = ['videos', reaction, id];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async (wanted: boolean) => {
      await call(wanted ? on : off, { params: { id } });
    },
    onMutate: (wanted) => mark(queryClient, id, { [flag]: wanted }),
    onError: (error, wanted) => {
      // Another wish behind this one has the last word.
      if (queryClient.isMutating({ mutationKey }) === 1) mark(queryClient, id, { [flag]: !wanted });
      toastFailure(error, t('failed'));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: savedQuery.queryKey, refetchType: 'none' }),
  });
  return () => mutate(!findVideo(queryClient, id)?.[flag]);
}

function findVideo(queryClient: QueryClient, id: string): VideoRow | undefined {
  return queryClient
    .getQueriesData<Pages>({ queryKey: ['videos'] })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? [])
    .find((video) => video.id === id);
}

/** Writes a flag into every list that holds the video; lists without it stay the same objects. */
function mark(queryClient: QueryClient, id: string, flags: { liked?: boolean; saved?: boolean }): void {
  queryClient.setQueriesData<Pages>({ queryKey: ['videos'] }, (data) => {
    if (!data?.pages.some((page) => page.items.some((video) => video.id === id))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      items: page.items.map((video) => (video.id === id ? { ...video, ...flags } : video)),
    }));
    return { ...data, pages };
  });
}
