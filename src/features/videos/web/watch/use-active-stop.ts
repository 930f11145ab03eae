import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VideoRow } from '../../contract.ts';
import type { Step } from './video-actions.tsx';

/** What a swipe leads to: a video, or the finish line (null). */
export type Stop = VideoRow | null;

/**
 * The stop that fills the window of a scroller, and the ways to another one. It stays the same stop while others are
 * inserted or leave, and while the window changes its size.
 */
export function useActiveStop(
  stops: readonly Stop[],
  {
    startAt,
    still,
    onArrive,
  }: {
    /** The id of the video that is active at first, else the first one. */
    startAt: string | undefined;
    /** Jumps instead of scrolling smoothly. */
    still: boolean;
    /** Called when a scroll has made another stop active. */
    onArrive: () => void;
  },
) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      stops.findIndex((stop) => keyOf(stop) === startAt),
    ),
  );
  const current = useRef({ id: keyOf(stops[active]), index: 0 });
  /** The index that quick consecutive steps lead to, before the scroll arrives there. */
  const aim = useRef<number | null>(null);

  const show = useCallback((index: number, smoothly: boolean) => {
    const box = scroller.current;
    box?.scrollTo({ top: index * box.clientHeight, behavior: smoothly ? 'smooth' : 'instant' });
  }, []);

  // Keeps the active video in place when the page opens in the middle and when videos are inserted above it.
  useLayoutEffect(() => {
    const { id, index } = current.current;
    const now = stops.findIndex((stop) => keyOf(stop) === id);
    if (now < 0) {
      // What takes its place: after a dismissal, or when the next page arrives while the end slide is in front, with
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

  /** Makes the stop active that a scroll has arrived at. */
  function followScroll(box: HTMLDivElement) {
    const index = Math.round(box.scrollTop / box.clientHeight);
    if (index === aim.current) aim.current = null;
    if (index === current.current.index) return;
    current.current = { index, id: keyOf(stops[index]) };
    setActive(index);
    onArrive();
  }

  // The end slide follows the last video.
  const last = stops.length;
  const stepTo = useCallback(
    (step: Step) => {
      const target = (aim.current ?? current.current.index) + (step === 'next' ? 1 : -1);
      if (target < 0 || target > last) return;
      aim.current = target;
      show(target, !still);
    },
    [show, still, last],
  );
  /** A swipe by hand ends a series of steps. */
  const endSteps = () => {
    aim.current = null;
  };
  return { scroller, active, current, show, followScroll, stepTo, endSteps };
}

function keyOf(stop: Stop | undefined): string | undefined {
  return stop === null ? 'finish' : stop?.id;
}
