import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Step } from './video-actions.tsx';

/** The boxes of the videos, and the one around them whose last child is the end. */
type Boxes = { slides: RefObject<HTMLDivElement | null>; scroller: RefObject<HTMLDivElement | null> };

/** Moves the focus of a step button to the same button of the next video. Call what it answers before each step. */
export function useStepFocus(active: number, { slides, scroller }: Boxes): (step: Step) => void {
  const stepped = useRef<Step | null>(null);
  useEffect(() => {
    const step = stepped.current;
    stepped.current = null;
    if (!step) return;
    const same = slides.current?.children[active]?.querySelector<HTMLElement>(`[data-step="${step}"]`);
    const instead = scroller.current?.lastElementChild?.querySelector('button');
    (same ?? instead)?.focus({ preventScroll: true });
  }, [active, slides, scroller]);
  return useCallback((step) => {
    const pressed = document.activeElement?.closest('[data-step]');
    stepped.current = pressed ? step : null;
  }, []);
}

/**
 * A dismissed video leaves with its button, so the focus moves to that of the video that takes its place. Call what it
 * answers before a video is dismissed.
 */
export function useDismissFocus(
  stops: readonly unknown[],
  current: RefObject<{ index: number }>,
  { slides, scroller }: Boxes,
): () => void {
  const dismissed = useRef(false);
  useEffect(() => {
    if (!dismissed.current) return;
    dismissed.current = false;
    const instead = slides.current?.children[current.current.index] ?? scroller.current?.lastElementChild;
    instead?.querySelector<HTMLElement>('[data-dismiss], button')?.focus({ preventScroll: true });
  }, [stops]);
  return useCallback(() => {
    dismissed.current = document.activeElement?.closest('[data-dismiss]') != null;
  }, []);
}
