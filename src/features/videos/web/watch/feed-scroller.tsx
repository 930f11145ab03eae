import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoRow } from '../../contract.ts';
import { finishAfter } from '../../rules.ts';
import { takesCommands } from './embeds.ts';
import classes from './feed-scroller.module.css';
import { type Stop, useActiveStop } from './use-active-stop.ts';
import { useFeedKeys } from './use-feed-keys.ts';
import { useDismissFocus, useStepFocus } from './use-kept-focus.ts';
import type { Step } from './video-actions.tsx';
import { type SlidePlace, VideoSlide } from './video-slide.tsx';

/** The share of the scroll from which the next page loads. */
const fetchFrom = 0.8;

/**
 * Videos one above the other, a swipe apart. The one that fills the window is active: it plays, except under reduced
 * motion. Its two neighbours have their players loaded; the others are thumbnails of the same size.
 */
export function FeedScroller({
  videos,
  label,
  startAt,
  hasMore,
  isFetchingMore,
  onMore,
  onArrive,
  onDismiss,
  tools,
  finish,
  end,
}: {
  videos: readonly VideoRow[];
  label: string;
  /** The id of the video that is active at first, else the first one. */
  startAt: string | undefined;
  hasMore: boolean;
  isFetchingMore: boolean;
  onMore: () => void;
  /** Called with the video that is active and its index among the videos, also when it took the place of another. */
  onArrive?: (index: number, video: VideoRow) => void;
  /** The student is not interested in a video: the page takes it out of the list. */
  onDismiss?: ((video: VideoRow) => void) | undefined;
  /** Buttons of the page, shown among those of each video. */
  tools: ReactNode;
  /** Shown once, after `finishAfter` videos, while more follow. */
  finish?: ((onNext: () => void, here: boolean) => ReactNode) | undefined;
  /** Shown after the last video: the end, a loader or a failure. */
  end: (toStart: () => void) => ReactNode;
}) {
  const { t } = useTranslation('videos');
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const visible = useDocumentVisibility() === 'visible';
  /** What a swipe leads to: the videos, and the finish line among them. */
  const stops = useMemo<readonly Stop[]>(
    () =>
      finish && videos.length > finishAfter
        ? [...videos.slice(0, finishAfter), null, ...videos.slice(finishAfter)]
        : videos,
    [finish, videos],
  );
  const slides = useRef<HTMLDivElement>(null);
  /** True when the student inverted the default: started a still video or stopped a playing one. */
  const [turned, setTurned] = useState(false);
  const { scroller, active, current, show, followScroll, stepTo, endSteps } = useActiveStop(stops, {
    startAt,
    still,
    onArrive: () => setTurned(false),
  });
  const noteStep = useStepFocus(active, { slides, scroller });
  const noteDismissal = useDismissFocus(stops, current, { slides, scroller });

  const onScroll = () => {
    const box = scroller.current;
    if (box && box.clientHeight > 0) followScroll(box);
  };
  // Dismissed videos go without a scroll. The end slide counts as a stop.
  const isNearEnd = active + 1 >= fetchFrom * (stops.length + 1);
  useEffect(() => {
    if (isNearEnd && hasMore && !isFetchingMore) onMore();
  }, [isNearEnd, hasMore, isFetchingMore, onMore]);
  const onStep = useCallback(
    (step: Step) => {
      noteStep(step);
      stepTo(step);
    },
    [noteStep, stepTo],
  );
  const onTurn = useCallback(() => setTurned((was) => !was), []);
  const dismiss = useCallback(
    (video: VideoRow) => {
      noteDismissal();
      onDismiss?.(video);
    },
    [noteDismissal, onDismiss],
  );
  const toStart = () => {
    noteStep('next');
    // At once: each video that a smooth scroll passes would be active for a moment, and take the focus.
    show(0, false);
  };
  const next = () => onStep('next');
  const previous = () => onStep('previous');
  useFeedKeys(
    { ArrowDown: next, j: next, PageDown: next, ArrowUp: previous, k: previous, PageUp: previous },
    { repeats: true },
  );

  const finishAt = stops.indexOf(null);
  /** The number of the video at an index, 1 for the first. */
  const positionOf = (index: number) => (finishAt >= 0 && index > finishAt ? index : index + 1);
  /** A player that takes no commands is started and stopped by the student, in the player. */
  const isToPlay = ({ source }: VideoRow) =>
    visible && (turned === still || (source !== 'upload' && !takesCommands(source)));
  const inFront = stops[active];
  useEffect(() => {
    if (inFront) onArrive?.(videos.indexOf(inFront), inFront);
  }, [inFront, videos, onArrive]);
  return (
    <>
      <div
        ref={scroller}
        className={classes.scroller}
        onScroll={onScroll}
        onWheel={endSteps}
        onTouchStart={endSteps}
      >
        <div
          ref={slides}
          className={classes.slides}
          role="feed"
          aria-label={label}
          aria-busy={isFetchingMore}
          // The end slide holds no video.
          inert={active >= stops.length}
        >
          {stops.map((video, index) =>
            video ? (
              <VideoSlide
                key={video.id}
                video={video}
                place={placeOf(index - active)}
                position={positionOf(index)}
                total={hasMore ? -1 : videos.length}
                play={index === active && isToPlay(video)}
                onTurn={onTurn}
                onStep={onStep}
                onDismiss={onDismiss && dismiss}
                tools={tools}
              />
            ) : (
              <article key="finish" className={classes.finish} inert={index !== active}>
                {finish?.(() => onStep('next'), index === active)}
              </article>
            ),
          )}
        </div>
        <div className={classes.end} inert={active < stops.length}>
          {end(toStart)}
        </div>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {inFront && t('status.position', { number: positionOf(active), title: inFront.title })}
      </p>
    </>
  );
}

function placeOf(distance: number): SlidePlace {
  if (distance === 0) return 'here';
  if (distance === 1) return 'next';
  return distance === -1 ? 'previous' : 'far';
}
