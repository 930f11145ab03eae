import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
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
export function useDecision(onDone?: () => void) {
  const { t } = useTranslation('videos');
  const takeBack = useAct(
    ({ id, ...decision }: Decision & { id: string }) =>
      call(moderateVideo, { params: { id }, body: decision }),
    { stale: ['videos'], failed: t('failed') },
  );
  return useAct(
    ({ video, ...decision }: Decision & { video: Pick<ModerationRow, 'id' | 'title' | 'isForKids'> }) =>
      call(moderateVideo, { params: { id: video.id }, body: decision }),
    {
      stale: ['videos'],
      failed: t('failed'),
      onDone({ id, title }, { from, to, video }) {
        const isForKids = from === 'approved' && video.isForKids;
        const undo = () => takeBack.mutate({ id, from: to, to: from, isForKids });
        const message = t(`moderation.done.${to}`, { title: title || video.title });
        // No undo to `rejected`: a rejection needs its reason.
        if (from === 'rejected') toastSuccess(message);
        else toastUndo({ title: message, undoLabel: t('moderation.undo'), onUndo: undo });
        onDone?.();
      },
    },
  );
}

/** Approves the listed videos and offers an undo. */
export function useBulkApproval(onDone: () => void) {
  const { t } = useTranslation('videos');
  const takeBack = useAct(
    (ids: string[]) => call(moderateVideos, { body: { ids, from: 'approved', to: 'pending' } }),
    { stale: ['videos'], failed: t('failed') },
  );
  return useAct((ids: string[]) => call(moderateVideos, { body: { ids, from: 'pending', to: 'approved' } }), {
    stale: ['videos'],
    failed: t('failed'),
    onDone({ changed }) {
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
  });
}

/** Changes the fields of a video. */
export function useVideoChange(onDone?: () => void) {
  const { t } = useTranslation('videos');
  return useAct(
    ({ id, ...change }: VideoChange & { id: string }) => call(changeVideo, { params: { id }, body: change }),
    { stale: ['videos'], done: t('moderation.changed'), failed: t('failed'), onDone },
  );
}
