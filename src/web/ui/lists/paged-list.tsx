import { Button, Center, type MantineSpacing, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPage } from '../../api/list-query.ts';
import type { List } from '../../api/use-list.ts';
import { ErrorState } from '../error-state.tsx';

/**
 * A list that is read page by page: what is shown while it loads, when it fails, when it is empty, and a button for
 * the next page. Screen readers are told how much it added. A page that fails leaves what stands above it, and so does
 * a list that could not be read again: it says so until it is read, for the failed page may be the one that a person
 * asked for.
 */
export function PagedList<Item>({
  list: { items, query },
  failed,
  loading,
  empty,
  more,
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
  gap?: MantineSpacing;
  /** One of several parts of a page, as of `ErrorState`. */
  isPart?: boolean;
  children: (items: Item[]) => ReactNode;
}) {
  const { t } = useTranslation('shell');
  const [added, setAdded] = useState(0);
  if (!items) {
    if (!query.error) return loading;
    return (
      <ErrorState isPart={isPart} error={query.error} title={failed} onRetry={() => void query.refetch()} />
    );
  }
  if (items.length === 0) return empty;
  const readOn = async () => {
    setAdded(0);
    const { data, isError } = await query.fetchNextPage();
    if (!isError) setAdded(data?.pages.at(-1)?.items.length ?? 0);
  };
  return (
    <Stack gap={gap}>
      {children(items)}
      <span role="status" className="visually-hidden">
        {added > 0 && t('list.added', { count: added })}
      </span>
      {query.hasNextPage && query.error && <ErrorState error={query.error} title={failed} onRetry={readOn} />}
      {query.hasNextPage && !query.error && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={readOn}>
            {more}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
