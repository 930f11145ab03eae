import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notice,
} from '../contract.ts';

type Page = AnswerOf<typeof listNotifications>;
type Shown = [QueryKey, unknown][];

/** As many as the bell's list shows. */
const latestCount = 8;

/** What the bell shows, and how much is unread. Every key begins with `notifications`: a hint reads them again. */
export const latestNoticesQuery = queryOptions({
  queryKey: ['notifications', 'latest'],
  queryFn: ({ signal }) => call(listNotifications, { query: { limit: latestCount } }, { signal }),
});

/** All of it, newest first. */
export const allNoticesQuery = listQuery(['notifications', 'all'], (cursor, signal) =>
  call(listNotifications, { query: { cursor } }, { signal }),
);

/** A hint waits for what is shown as read already. */
const mutationKey = ['notifications', 'read'];

/** Marks one notice as read: optimistic, and taken back without a toast, because the reader is on the way elsewhere. */
export function useMarkRead() {
  const { show, takeBack, settle } = useShownAsRead();
  const mark = useMutation({
    mutationKey,
    mutationFn: (id: string) => call(markNotificationRead, { params: { id } }),
    onMutate: (id) => show((notice) => notice.id === id),
    onError: (_error, _id, before) => takeBack(before),
    onSettled: settle,
  });
  return mark.mutate;
}

/** Marks all as read that the reader was shown; `upTo` is the newest of them. */
export function useMarkAllRead() {
  const { t } = useTranslation('notifications');
  const { show, takeBack, settle } = useShownAsRead();
  return useMutation({
    mutationKey,
    mutationFn: (upTo: string | undefined) => call(markAllNotificationsRead, { body: { upTo } }),
    onMutate: () => show(() => true),
    onError: (error, _upTo, before) => {
      takeBack(before);
      toastFailure(error, t('page.markFailed'));
    },
    onSettled: settle,
  });
}

function useShownAsRead() {
  const queryClient = useQueryClient();
  const { queryKey: latest } = latestNoticesQuery;
  const { queryKey: all } = allNoticesQuery;
  return {
    /** Answers what was shown before. */
    show(which: (notice: Notice) => boolean): Shown {
      const before: Shown = queryClient.getQueriesData({ queryKey: ['notifications'] });
      const readAt = new Date().toISOString();
      const read = (page: Page): Page => {
        const news = page.items.filter((notice) => notice.readAt === null && which(notice));
        return {
          ...page,
          unread: Math.max(0, page.unread - news.length),
          items: page.items.map((notice) => (news.includes(notice) ? { ...notice, readAt } : notice)),
        };
      };
      queryClient.setQueryData(latest, (page) => page && read(page));
      queryClient.setQueryData(all, (data) => data && { ...data, pages: data.pages.map(read) });
      return before;
    },
    /** Without a connection nothing can be read again, so what was shown before comes from the cache. */
    takeBack(before: Shown = []): void {
      for (const [queryKey, data] of before) queryClient.setQueryData(queryKey, data);
    },
    settle: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  };
}
