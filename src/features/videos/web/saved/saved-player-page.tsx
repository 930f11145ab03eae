import { IconArrowLeft } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import type { ShellHandle } from '#web/shell/user-shell.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { FeedEnd } from '../feed/feed-end.tsx';
import classes from '../feed/feed-page.module.css';
import { FeedSkeleton } from '../feed/feed-skeleton.tsx';
import { savedQuery } from '../queries.ts';
import { ActionButton } from '../watch/action-button.tsx';
import { FeedScroller } from '../watch/feed-scroller.tsx';
import { PlayerSettingsProvider } from '../watch/player-settings.tsx';

export const handle: ShellHandle = { bleed: true };

export function meta() {
  return [{ title: i18n.t('meta.saved', { ns: 'videos' }) }];
}

/** Saved videos one after another as in the feed, beginning with the one that was tapped. */
export default function SavedPlayerPage() {
  const { t } = useTranslation('videos');
  const navigate = useNavigate();
  const { id } = useParams();
  const {
    data,
    error,
    isPending,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery(savedQuery);
  const videos = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  // Where it began: the list may be asked for again and no longer hold a video that was let go of here.
  const [begun, setBegun] = useState<number | null>(null);
  const found = videos.findIndex((video) => video.id === id);
  if (begun === null && found >= 0) setBegun(found);
  const more = () => void fetchNextPage();
  const back = useMemo(
    () => (
      <ActionButton icon={IconArrowLeft} label={t('action.back')} onClick={() => navigate('/feed/saved')} />
    ),
    [navigate, t],
  );
  if (data && (videos.length === 0 || (begun === null && found < 0)))
    return <Navigate to="/feed/saved" replace />;
  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">{t('saved.title')}</h1>
      <div className={classes.videos}>
        {isPending && <FeedSkeleton />}
        {error && !data && (
          <div className={classes.middle}>
            <ErrorState error={error} title={t('saved.failed')} onRetry={() => void refetch()} />
          </div>
        )}
        {begun !== null && (
          <PlayerSettingsProvider>
            <FeedScroller
              videos={videos}
              label={t('saved.list')}
              startAt={begun}
              hasMore={hasNextPage && !isFetchNextPageError}
              isFetchingMore={isFetchingNextPage}
              onMore={more}
              tools={back}
              end={(toStart) => (
                <FeedEnd
                  isFetching={isFetchingNextPage || (hasNextPage && !isFetchNextPageError)}
                  error={isFetchNextPageError ? error : null}
                  onRetry={more}
                  onStart={toStart}
                />
              )}
            />
          </PlayerSettingsProvider>
        )}
      </div>
    </div>
  );
}
