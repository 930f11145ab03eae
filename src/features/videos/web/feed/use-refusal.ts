import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import type { List } from '#web/api/use-list.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { refuseVideo, unrefuseVideo, type VideoRow } from '../../contract.ts';
import { changeFlag } from '../change-flag.ts';

/**
 * The ids that the student refused since the feed was read. The server leaves them out of what it answers from now
 * on; this leaves them out of what the browser has.
 */
const refusedQuery = queryOptions({
  queryKey: ['refused-videos'],
  queryFn: (): readonly string[] => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The list without the videos that the student refused, and how they refuse one: a tap, which another takes back. */
export function useRefusal<Page>(list: List<VideoRow, Page>) {
  const { t } = useTranslation('videos');
  const queryClient = useQueryClient();
  const { data: refused } = useQuery({ ...refusedQuery, enabled: false });
  const change = useCallback(
    (id: string, wanted: boolean) => {
      const { queryKey } = refusedQuery;
      // To undo a refusal that failed changes nothing.
      if (queryClient.getQueryData(queryKey)?.includes(id) === wanted) return;
      changeFlag(queryClient, {
        mutationKey: ['videos', 'refusal', id],
        wanted,
        send: () => call(wanted ? refuseVideo : unrefuseVideo, { params: { id } }),
        show: (value) =>
          queryClient.setQueryData(queryKey, (ids = []) =>
            ids.filter((one) => one !== id).concat(value ? id : []),
          ),
        onFailed: (error) => toastFailure(error, t('failed')),
      });
    },
    [queryClient, t],
  );

  const refuse = useCallback(
    ({ id, title }: VideoRow) => {
      change(id, true);
      toastUndo({
        title: t('notInterested.done'),
        message: title,
        undoLabel: t('notInterested.undo'),
        onUndo: () => change(id, false),
      });
    },
    [change, t],
  );
  const items = useMemo(() => list.items?.filter(({ id }) => !refused.includes(id)), [list.items, refused]);
  return { list: { ...list, items }, refuse };
}
