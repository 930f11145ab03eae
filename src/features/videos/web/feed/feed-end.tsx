import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';

/** The slide after the last video: a loader, a failed page or the end. */
export function FeedEnd({
  isFetching,
  error,
  onRetry,
  onStart,
  onClear,
}: {
  isFetching: boolean;
  error: unknown;
  onRetry: () => void;
  onStart: () => void;
  /** Given while filters are set. */
  onClear?: (() => void) | undefined;
}) {
  const { t } = useTranslation('videos');
  if (isFetching) return <LoadingState />;
  if (error) return <ErrorState error={error} title={t('feed.failedMore')} onRetry={onRetry} />;
  return (
    <EmptyState
      mood="proud"
      title={t('feed.end')}
      text={t(onClear ? 'feed.endFilteredText' : 'feed.endText')}
      action={
        <Group justify="center">
          <Button color="feed" data-step="next" onClick={onStart}>
            {t('feed.restart')}
          </Button>
          {onClear && (
            <Button variant="default" onClick={onClear}>
              {t('filters.clear')}
            </Button>
          )}
        </Group>
      }
    />
  );
}

/** The empty state. Before the first video of a community, a teacher is led to where they can propose one. */
export function EmptyFeed({
  mayPropose,
  onClear,
  onFilter,
}: {
  mayPropose: boolean;
  onClear?: (() => void) | undefined;
  /** Opens the filters; not given where they are visible. */
  onFilter?: (() => void) | undefined;
}) {
  const { t } = useTranslation(['videos', 'shell']);
  if (!onClear) {
    return (
      <EmptyState
        title={t('feed.empty')}
        text={t('feed.emptyText')}
        action={
          mayPropose ? (
            <Button component={Link} to="/feed/proposals" color="feed">
              {t('proposals.link')}
            </Button>
          ) : (
            <Button component={Link} to="/conversation-clubs" color="live">
              {t('shell:menu.liveClubs')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      mood="thinking"
      title={t('feed.emptyFiltered')}
      text={t('feed.emptyFilteredText')}
      action={
        <Group justify="center">
          <Button color="feed" onClick={onClear}>
            {t('filters.clear')}
          </Button>
          {onFilter && (
            <Button variant="default" onClick={onFilter}>
              {t('action.filters')}
            </Button>
          )}
        </Group>
      }
    />
  );
}
