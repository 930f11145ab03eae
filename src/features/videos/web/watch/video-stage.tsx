import type { ComponentProps, ReactNode } from 'react';
import type { List } from '#web/api/use-list.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { VideoRow } from '../../contract.ts';
import { FeedEnd } from '../feed/feed-end.tsx';
import classes from '../feed/feed-page.module.css';
import { FeedSkeleton } from '../feed/feed-skeleton.tsx';
import { FeedScroller } from './feed-scroller.tsx';
import { PlayerSettingsProvider } from './player-settings.tsx';

type Scroller = ComponentProps<typeof FeedScroller>;

/** The videos of a list one after another, with its loading, failed, empty and end states. */
export function VideoStage({
  list: { items, query },
  failed,
  empty,
  version,
  startAt,
  onRestart,
  onClear,
  ...scroller
}: {
  list: Pick<List<VideoRow, unknown>, 'items' | 'query'>;
  /** The title of the failed state. */
  failed: string;
  empty?: ReactNode;
  /** A new version resets the scroll. */
  version?: string;
  /** The id of the video to start at, else the first; null while it is unknown. */
  startAt: string | undefined | null;
  /** What the end of the list leads to; its first video, unless said otherwise. */
  onRestart?: () => void;
  onClear?: (() => void) | undefined;
} & Pick<Scroller, 'label' | 'onArrive' | 'onDismiss' | 'tools' | 'finish'>) {
  const hasMore = query.hasNextPage && !query.error;
  const readAgain = () => void query.refetch();
  // A page that is on its way is not asked for twice.
  const readOn = () => void query.fetchNextPage({ cancelRefetch: false });
  return (
    <div className={classes.videos}>
      {!items && !query.error && <FeedSkeleton />}
      {query.error && !items && (
        <div className={classes.middle}>
          <ErrorState error={query.error} title={failed} onRetry={readAgain} />
        </div>
      )}
      {items?.length === 0 && !query.hasNextPage && <div className={classes.middle}>{empty}</div>}
      {items && (items.length > 0 || query.hasNextPage) && startAt !== null && (
        <PlayerSettingsProvider>
          <FeedScroller
            key={version}
            {...scroller}
            videos={items}
            startAt={startAt}
            hasMore={hasMore}
            isFetchingMore={query.isFetchingNextPage}
            onMore={readOn}
            end={(toStart) => (
              <FeedEnd
                isFetching={query.isFetchingNextPage || hasMore}
                error={query.hasNextPage ? query.error : null}
                onRetry={query.isFetchNextPageError ? readOn : readAgain}
                onStart={onRestart ?? toStart}
                onClear={onClear}
              />
            )}
          />
        </PlayerSettingsProvider>
      )}
    </div>
  );
}
