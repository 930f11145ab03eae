import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { toastFailure } from '#web/ui/toast.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notice,
} from '../contract.ts';

type Page = AnswerOf<typeof listNotifications>;

/** As many as the bell's list shows. */
const latestCount = 8;

/** What the bell shows, and how much is unread. Every key begins with `notifications`: a hint reads them again. */
export const latestNotices = queryOptions({
  queryKey: ['notifications', 'latest'],
  queryFn: ({ signal }) => call(listNotifications, { query: { limit: latestCount } }, { signal }),
});

/** All of it, newest first. */
export const allNotices = listQuery(['notifications', 'all'], (cursor, signal) =>
  call(listNotifications, { query: { cursor } }, { signal }),
);

/** Marks one notice as read, on the screen at once; what the server says comes after. */
export function useMarkRead() {
  const { show, settle } = useShownAsRead();
  const mark = useMutation({
    mutationFn: (id: string) => call(markNotificationRead, { params: { id } }),
    onMutate: (id) => show((notice) => notice.id === id),
    onSettled: settle,
  });
  return mark.mutate;
}

/** Marks all as read that the reader was shown; `upTo` is the newest of them. */
export function useMarkAllRead() {
  const { show, settle } = useShownAsRead();
  return useMutation({
    mutationFn: (upTo: string | undefined) => call(markAllNotificationsRead, { body: { upTo } }),
    onMutate: () => show(() => true),
    onError: (error) => toastFailure(error),
    onSettled: settle,
  });
}

function useShownAsRead() {
  const queryClient = useQueryClient();
  const { queryKey: latest } = latestNotices;
  const { queryKey: all } = allNotices;
  return {
    show(which: (notice: Notice) => boolean): void {
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
    },
    settle: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  };
}
