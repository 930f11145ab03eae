import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import type { List } from '#web/api/use-list.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { markNotInterested, unmarkNotInterested, type VideoRow } from '../../contract.ts';
import { changeFlag } from '../change-flag.ts';

/**
 * The ids that the student dismissed since the feed was read. The server leaves them out of what it answers from now
 * on; this leaves them out of what the browser has.
 */
const dismissedQuery = queryOptions({
  queryKey: ['dismissed-videos'],
  queryFn: (): readonly string[] => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * The list without the videos that the student dismissed, and how they dismiss one: a tap, which another takes back.
 */
export function useNotInterested<Page>(list: List<VideoRow, Page>) {
  const { t } = useTranslation('videos');
  const queryClient = useQueryClient();
  const { data: dismissed } = useQuery({ ...dismissedQuery, enabled: false });
  const change = useCallback(
    (id: string, wanted: boolean) => {
      const { queryKey } = dismissedQuery;
      // To undo one that failed changes nothing.
      if (queryClient.getQueryData(queryKey)?.includes(id) === wanted) return;
      changeFlag(queryClient, {
        mutationKey: ['videos', 'dismissal', id],
        wanted,
        send: () => call(wanted ? markNotInterested : unmarkNotInterested, { params: { id } }),
        show: (value) =>
          queryClient.setQueryData(queryKey, (ids = []) =>
            ids.filter((one) => one !== id).concat(value ? id : []),
          ),
        onFailed: (error) => toastFailure(error, t('failed')),
      });
    },
    [queryClient, t],
  );

  const dismiss = useCallback(
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
  const items = useMemo(
    () => list.items?.filter(({ id }) => !dismissed.includes(id)),
    [list.items, dismissed],
  );
  return { list: { ...list, items }, dismiss };
}
