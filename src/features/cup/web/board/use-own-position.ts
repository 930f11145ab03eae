import { useCallback, useEffect, useState } from 'react';

/** A margin larger than any list is high. */
const everythingAbove = '1000000px';
/** The height of the frame's bars, which cover the window's edges. */
const bars = '-64px';

/**
 * Where the reader's line is while scrolling: in sight, above or below the window; 'below' while it is not loaded,
 * because more of the list is loaded there. It takes two intersection observers: fast scrolling can jump over the
 * element itself, but not over the region above the window's edge.
 */
export function useOwnPosition(): {
  ref: (element: HTMLElement | null) => void;
  where: 'inSight' | 'above' | 'below';
  show: (() => void) | null;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Until a browser has told, so that nothing lies over a list that is being drawn.
  const [inSight, setInSight] = useState(true);
  const [reached, setReached] = useState(false);
  const ref = useCallback((found: HTMLElement | null) => setElement(found), []);
  useEffect(() => {
    if (!element) {
      setInSight(false);
      setReached(false);
      return;
    }
    const watch = (rootMargin: string, tell: (is: boolean) => void) => {
      const watcher = new IntersectionObserver((entries) => tell(entries.at(-1)?.isIntersecting ?? false), {
        rootMargin,
      });
      watcher.observe(element);
      return () => watcher.disconnect();
    };
    const stops = [watch(`${bars} 0px`, setInSight), watch(`${everythingAbove} 0px ${bars} 0px`, setReached)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [element]);
  return {
    ref,
    where: inSight ? 'inSight' : reached ? 'above' : 'below',
    show: element && (() => element.scrollIntoView({ block: 'center' })),
  };
}
