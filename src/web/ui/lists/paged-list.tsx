import { type MantineSpacing, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListPage } from '../../api/list-query.ts';
import type { List } from '../../api/use-list.ts';
import { ErrorState } from '../error-state.tsx';
import { NextPage } from './next-page.tsx';

/**
 * A list that is read page by page: what is shown while it loads, when it fails, when it is empty, and `NextPage`. A
 * page that fails leaves what stands above it, and so does a list that could not be read again: it says so until it is
 * read, for the failed page may be the one that a person asked for. One that was empty may not be any more, so that
 * only the failure is shown.
 */
export function PagedList<Item>({
  list: { items, query },
  failed,
  loading,
  empty,
  more,
  moreOf,
  gap = 'lg',
  isPart = false,
  children,
}: {
  list: Pick<List<Item, ListPage<Item>>, 'items' | 'query'>;
  /** The title of what is said when it could not be read. */
  failed?: string | undefined;
  loading: ReactNode;
  empty: ReactNode;
  /** What the button for the next page says. */
  more: string;
  /** Its name where a page has several such lists. */
  moreOf?: string | undefined;
  gap?: MantineSpacing;
  /** One of several parts of a page, as of `ErrorState`. */
  isPart?: boolean;
  children: (items: Item[]) => ReactNode;
}) {
  if (query.error && !items?.length)
    return (
      <ErrorState isPart={isPart} error={query.error} title={failed} onRetry={() => void query.refetch()} />
    );
  if (!items) return loading;
  if (items.length === 0) return empty;
  return (
    <Stack gap={gap}>
      {children(items)}
      <NextPage query={query} failed={failed} more={more} moreOf={moreOf} />
    </Stack>
  );
}
