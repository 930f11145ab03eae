import { useEffect, useRef } from 'react';
import { call } from '#web/api/call.ts';
import { recordView } from '../../contract.ts';
import { secondsToCount } from '../../rules.ts';

const tickEvery = 250;

/**
 * Adds up the seconds a video really plays in front of the person and tells the server: once when there are
 * enough of them for the view to count, and once more whenever it stops, with all of them. A report that does not
 * arrive is made good by the next one.
 */
export function useWatchTime(
  { id, seconds }: { id: string; seconds: number | null },
  playing: boolean,
): void {
  const watched = useRef(0);
  const reported = useRef(0);
  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    const report = () => {
      reported.current = watched.current;
      call(recordView, { params: { id }, body: { watchedSeconds: watched.current } }).catch(() => {
        // Learning time is not worth interrupting anybody for.
        reported.current = 0;
      });
    };
    const tick = () => {
      const now = performance.now();
      watched.current += (now - last) / 1000;
      last = now;
    };
    const timer = setInterval(() => {
      tick();
      if (reported.current === 0 && watched.current >= secondsToCount(seconds)) report();
    }, tickEvery);
    return () => {
      clearInterval(timer);
      tick();
      if (reported.current > 0 && watched.current - reported.current >= 1) report();
    };
  }, [id, seconds, playing]);
}
