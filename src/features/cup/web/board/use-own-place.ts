import { useCallback, useEffect, useState } from 'react';

/** As far above the window as any list reaches. */
const everythingAbove = '1000000px';
/** The frame's bars lie over this much of the window's edges. */
const bars = '-64px';

/**
 * Where an element is as one scrolls: in sight, above what is seen or below it; 'below' while there is none, because
 * more of the list comes there. Two watchers: whoever scrolls fast jumps over an element without ever seeing it, but
 * not over the edge that everything above it lies behind.
 */
export function useOwnPlace(): {
  ref: (element: HTMLElement | null) => void;
  where: 'inSight' | 'above' | 'below';
  show: (() => void) | null;
} {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [inSight, setInSight] = useState(false);
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
