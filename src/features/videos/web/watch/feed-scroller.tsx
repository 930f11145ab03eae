import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoRow } from '../../contract.ts';
import { finishAfter } from '../../rules.ts';
import classes from './feed-scroller.module.css';
import { useFeedKeys } from './use-feed-keys.ts';
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
  startAt = 0,
  paused = false,
  hasMore,
  isFetchingMore,
  onMore,
  onArrive,
  onRefuse,
  tools,
  finish,
  end,
}: {
  videos: readonly VideoRow[];
  label: string;
  /** The index that is active at first. */
  startAt?: number;
  /** A drawer covers the videos. */
  paused?: boolean;
  hasMore: boolean;
  isFetchingMore: boolean;
  onMore: () => void;
  /** Called with the index that became active. */
  onArrive?: (index: number) => void;
  /** The student is not interested in a video: the page takes it out of the list. */
  onRefuse?: ((video: VideoRow) => void) | undefined;
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
  const stops = useMemo<readonly (VideoRow | null)[]>(
    () =>
      finish && videos.length > finishAfter
        ? [...videos.slice(0, finishAfter), null, ...videos.slice(finishAfter)]
        : videos,
    [finish, videos],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const slides = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(startAt);
  /** True when the student inverted the default: started a still video or stopped a playing one. */
  const [turned, setTurned] = useState(false);
  const current = useRef({ id: keyOf(stops[startAt]), index: 0 });
  /** The index that quick consecutive steps lead to, before the scroll arrives there. */
  const aim = useRef<number | null>(null);
  const stepped = useRef<Step | null>(null);

  const show = useCallback((index: number, smoothly: boolean) => {
    const box = scroller.current;
    box?.scrollTo({ top: index * box.clientHeight, behavior: smoothly ? 'smooth' : 'instant' });
  }, []);

  // Keeps the active video in place when the page opens in the middle and when videos are inserted above it.
  useLayoutEffect(() => {
    const { id, index } = current.current;
    const now = stops.findIndex((stop) => keyOf(stop) === id);
    if (now < 0) {
      // What takes its place: after a refusal, or when the next page arrives while the end slide is in front, with
      // which a browser would stay, videos further down.
      current.current.id = keyOf(stops[index]);
      show(index, false);
      return;
    }
    if (now === index) return;
    current.current.index = now;
    setActive(now);
    show(now, false);
  }, [stops, show]);

  // Keeps it in place when a phone is turned or its browser bars show and hide.
  useEffect(() => {
    const watch = new ResizeObserver(() => show(current.current.index, false));
    if (scroller.current) watch.observe(scroller.current);
    return () => watch.disconnect();
  }, [show]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box || box.clientHeight === 0) return;
    if (hasMore && !isFetchingMore && box.scrollTop + box.clientHeight >= fetchFrom * box.scrollHeight)
      onMore();
    const index = Math.round(box.scrollTop / box.clientHeight);
    if (index === aim.current) aim.current = null;
    if (index === current.current.index) return;
    current.current = { index, id: keyOf(stops[index]) };
    setActive(index);
    setTurned(false);
    onArrive?.(index);
  };

  // The end slide follows the last video.
  const last = stops.length;
  const onStep = useCallback(
    (step: Step) => {
      const pressed = document.activeElement?.closest('[data-step]');
      stepped.current = pressed ? step : null;
      const target = (aim.current ?? current.current.index) + (step === 'next' ? 1 : -1);
      if (target < 0 || target > last) return;
      aim.current = target;
      show(target, !still);
    },
    [show, still, last],
  );
  const byHand = () => {
    aim.current = null;
  };
  const onTurn = useCallback(() => setTurned((was) => !was), []);

  // Moves the focus of a step button to the same button of the next video.
  useEffect(() => {
    const step = stepped.current;
    stepped.current = null;
    if (!step) return;
    const same = slides.current?.children[active]?.querySelector<HTMLElement>(`[data-step="${step}"]`);
    const instead = scroller.current?.lastElementChild?.querySelector('button');
    (same ?? instead)?.focus({ preventScroll: true });
  }, [active]);

  // A refused video leaves with its button, so the focus moves to that of the video that takes its place.
  const refused = useRef(false);
  const refuse = useCallback(
    (video: VideoRow) => {
      refused.current = document.activeElement?.closest('[data-refuse]') != null;
      onRefuse?.(video);
    },
    [onRefuse],
  );
  useEffect(() => {
    if (!refused.current) return;
    refused.current = false;
    const instead = slides.current?.children[current.current.index] ?? scroller.current?.lastElementChild;
    instead?.querySelector<HTMLElement>('[data-refuse], button')?.focus({ preventScroll: true });
  }, [stops]);

  const next = () => onStep('next');
  const previous = () => onStep('previous');
  useFeedKeys({ ArrowDown: next, j: next, PageDown: next, ArrowUp: previous, k: previous, PageUp: previous });

  const finishAt = stops.indexOf(null);
  /** The number of the video at an index, 1 for the first. */
  const positionOf = (index: number) => (finishAt >= 0 && index > finishAt ? index : index + 1);
  const play = turned === still && visible && !paused;
  const inFront = stops[active];
  return (
    <>
      <div
        ref={scroller}
        className={classes.scroller}
        onScroll={onScroll}
        onWheel={byHand}
        onTouchStart={byHand}
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
                play={index === active && play}
                onTurn={onTurn}
                onStep={onStep}
                onRefuse={onRefuse && refuse}
                tools={tools}
              />
            ) : (
              <article key="finish" className={classes.finish} inert={index !== active}>
                {finish?.(() => onStep('next'), index === active)}
              </article>
            ),
          )}
        </div>
        <div className={classes.end}>{end(() => show(0, !still))}</div>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {inFront && t('status.position', { number: positionOf(active), title: inFront.title })}
      </p>
    </>
  );
}

function keyOf(stop: VideoRow | null | undefined): string | undefined {
  return stop === null ? 'finish' : stop?.id;
}

function placeOf(distance: number): SlidePlace {
  if (distance === 0) return 'here';
  if (distance === 1) return 'next';
  return distance === -1 ? 'previous' : 'far';
}
