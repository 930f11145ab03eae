import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import {
  changeVideo,
  listChannels,
  listModeration,
  type ModerationRow,
  moderateVideo,
  moderateVideos,
  type VideoChange,
} from '../../contract.ts';
import type { ModerationStatus } from '../../rules.ts';
import type { ModerationFilters } from './moderation-filters.ts';

// Every key begins with `videos`, so that a `videos` hint invalidates all of them.

export function moderationQuery({ status = 'pending', ...filters }: ModerationFilters) {
  const query = { ...filters, ...(status !== 'all' && { status }) };
  return {
    ...listQuery(['videos', 'moderation', query], (cursor, signal) =>
      call(listModeration, { query: { ...query, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
  };
}

export const channelsQuery = queryOptions({
  queryKey: ['videos', 'channels'],
  queryFn: ({ signal }) => call(listChannels, undefined, { signal }),
});

type Decision = { from: ModerationStatus; to: ModerationStatus; reason?: string; isForKids?: boolean };

/** Decides about one video and offers an undo. */
export function useDecision(onDone: () => void) {
  const { t } = useTranslation('videos');
  const queryClient = useQueryClient();
  const stale = () => queryClient.invalidateQueries({ queryKey: ['videos'] });
  const takeBack = useMutation({
    mutationFn: ({ id, ...decision }: Decision & { id: string }) =>
      call(moderateVideo, { params: { id }, body: decision }),
    onError: (error) => toastFailure(error, t('failed')),
    onSettled: stale,
  });
  return useMutation({
    mutationFn: ({
      video,
      ...decision
    }: Decision & { video: Pick<ModerationRow, 'id' | 'title' | 'isForKids'> }) =>
      call(moderateVideo, { params: { id: video.id }, body: decision }),
    onSuccess: ({ id, title }, { from, to, video }) => {
      const isForKids = from === 'approved' && video.isForKids;
      const undo = () => takeBack.mutate({ id, from: to, to: from, isForKids });
      const message = t(`moderation.done.${to}`, { title: title || video.title });
      // No undo to `rejected`: a rejection needs its reason.
      if (from === 'rejected') toastSuccess(message);
      else toastUndo({ title: message, undoLabel: t('moderation.undo'), onUndo: undo });
      onDone();
    },
    onError: (error) => toastFailure(error, t('failed')),
    onSettled: stale,
  });
}

/** Approves the listed videos and offers an undo. */
export function useBulkApproval(onDone: () => void) {
  const { t } = useTranslation('videos');
  const queryClient = useQueryClient();
  const stale = () => queryClient.invalidateQueries({ queryKey: ['videos'] });
  const takeBack = useMutation({
    mutationFn: (ids: string[]) => call(moderateVideos, { body: { ids, from: 'approved', to: 'pending' } }),
    onError: (error) => toastFailure(error, t('failed')),
    onSettled: stale,
  });
  return useMutation({
    mutationFn: (ids: string[]) => call(moderateVideos, { body: { ids, from: 'pending', to: 'approved' } }),
    onSuccess({ changed }) {
      const message = t('moderation.done.many', { count: changed.length });
      if (changed.length > 0) {
        toastUndo({
          title: message,
          undoLabel: t('moderation.undo'),
          onUndo: () => takeBack.mutate(changed),
        });
      } else toastSuccess(message);
      onDone();
    },
    onError: (error) => toastFailure(error, t('failed')),
    onSettled: stale,
  });
}

/** Changes the fields of a video. */
export function useVideoChange(onDone?: () => void) {
  const { t } = useTranslation('videos');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...change }: VideoChange & { id: string }) =>
      call(changeVideo, { params: { id }, body: change }),
    onSuccess() {
      toastSuccess(t('moderation.changed'));
      onDone?.();
    },
    onError: (error) => toastFailure(error, t('failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['videos'] }),
  });
}
