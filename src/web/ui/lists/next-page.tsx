import { Button, Center } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type Ref, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPage } from '../../api/list-query.ts';
import { ErrorState } from '../error-state.tsx';

/**
 * Stands below a list that is read page by page: the button for the next page, or why that, or the list, could not be
 * read. Screen readers are told how much it added.
 */
export function NextPage({
  query,
  failed,
  more,
  moreOf,
  isNear = false,
  ref,
}: {
  query: UseInfiniteQueryResult<{ pages: ListPage<unknown>[] }>;
  /** The title of what is said when it could not be read. */
  failed?: string | undefined;
  /** What the button says. */
  more: string;
  /** The name of the button where a page has several. */
  moreOf?: string | undefined;
  /** Reads the next page by itself while it is true; after a page that failed, the button does. */
  isNear?: boolean;
  /** For the caller to watch whether the reader is near. */
  ref?: Ref<HTMLDivElement> | undefined;
}) {
  const { data: read, error, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage } = query;
  const { t } = useTranslation('shell');
  const [added, setAdded] = useState(0);
  const count = read?.pages.length ?? 0;
  const readOn = useCallback(async () => {
    setAdded(0);
    const { data } = await fetchNextPage();
    // An act of the person cancels what loads, and reads the pages that were here again.
    const more = data?.pages.slice(count) ?? [];
    setAdded(more.reduce((sum, { items }) => sum + items.length, 0));
  }, [fetchNextPage, count]);

  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !error) void readOn();
  }, [isNear, hasNextPage, isFetching, error, readOn]);

  return (
    <>
      <span role="status" className="visually-hidden">
        {added > 0 && t('list.added', { count: added })}
      </span>
      {error && (
        <ErrorState
          isPart
          error={error}
          title={failed}
          onRetry={query.isFetchNextPageError ? readOn : () => void query.refetch()}
        />
      )}
      {hasNextPage && !error && (
        <Center ref={ref}>
          <Button variant="default" aria-label={moreOf} loading={isFetchingNextPage} onClick={readOn}>
            {more}
          </Button>
        </Center>
      )}
    </>
  );
}
