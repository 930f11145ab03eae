import { useEffect, useEffectEvent } from 'react';

/** Acts when a browser that goes back shows this page as it was left, with its buttons still busy. */
export function useShownAgain(act: () => void) {
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  });
  useEffect(() => {
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
