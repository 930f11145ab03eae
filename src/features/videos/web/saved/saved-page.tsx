import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { savedQuery } from '../queries.ts';
import { SavedGrid, SavedSkeleton } from './saved-grid.tsx';

export function meta() {
  return [{ title: i18n.t('meta.saved', { ns: 'videos' }) }];
}

/** What a person kept for later: a wall of pictures. */
export default function SavedPage() {
  const { t } = useTranslation('videos');
  const query = useInfiniteQuery(savedQuery);
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const videos = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const more = () => void query.fetchNextPage();
  const toFeed = (
    <Button
      component={Link}
      to="/feed"
      color="feed"
      leftSection={<IconPlayerPlay size="1.25rem" aria-hidden />}
    >
      {t('saved.toFeed')}
    </Button>
  );
  return (
    <div>
      <PageHeader
        title={t('saved.title')}
        text={t('saved.text')}
        accent="feed"
        actions={videos.length > 0 && toFeed}
      />
      {query.isPending && <SavedSkeleton />}
      {error && !data && (
        <ErrorState error={error} title={t('saved.failed')} onRetry={() => void query.refetch()} />
      )}
      {data && videos.length === 0 && (
        <EmptyState title={t('saved.empty')} text={t('saved.emptyText')} action={toFeed} />
      )}
      {videos.length > 0 && <SavedGrid videos={videos} />}
      {isFetchNextPageError && <ErrorState error={error} title={t('saved.failed')} onRetry={more} />}
      {hasNextPage && !isFetchNextPageError && (
        <Button variant="default" fullWidth mt="lg" loading={isFetchingNextPage} onClick={more}>
          {t('saved.more')}
        </Button>
      )}
    </div>
  );
}
