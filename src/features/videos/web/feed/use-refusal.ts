import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import type { List } from '#web/api/use-list.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { refuseVideo, unrefuseVideo, type VideoRow } from '../../contract.ts';

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
  const { mutate } = useMutation({
    scope: { id: 'videos-refusal' },
    mutationFn: async ({ id, wanted }: { id: string; wanted: boolean }) => {
      await call(wanted ? refuseVideo : unrefuseVideo, { params: { id } });
    },
    onMutate: ({ id, wanted }) => cacheRefusal(id, wanted),
    onError(error, { id, wanted }) {
      cacheRefusal(id, !wanted);
      toastFailure(error, t('failed'));
    },
  });
  function cacheRefusal(id: string, wanted: boolean) {
    queryClient.setQueryData(refusedQuery.queryKey, (refused = []) => [
      ...refused.filter((one) => one !== id),
      ...(wanted ? [id] : []),
    ]);
  }

  const refuse = useCallback(
    ({ id, title }: VideoRow) => {
      mutate({ id, wanted: true });
      toastUndo({
        title: t('notInterested.done'),
        message: title,
        undoLabel: t('notInterested.undo'),
        onUndo: () => mutate({ id, wanted: false }),
      });
    },
    [mutate, t],
  );
  const items = useMemo(() => list.items?.filter(({ id }) => !refused.includes(id)), [list.items, refused]);
  return { list: { ...list, items }, refuse };
}
