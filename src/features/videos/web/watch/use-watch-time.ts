import { useEffect, useRef } from 'react';
import { call } from '#web/api/call.ts';
import { recordView } from '../../contract.ts';
import { secondsToCount } from '../../rules.ts';

const tickEvery = 250;

/**
 * Adds up the seconds for which the active video really plays and reports them to the server: when there are enough
 * for the view to count, and with the full sum whenever it stops. A later report makes up for a lost one.
 */
export function useWatchTime(
  { id, seconds }: { id: string; seconds: number | null },
  playing: boolean,
  /** Called when the view earned coins, some of them of the streak day that it made. */
  onEarned: (earned: { coins: number; ofStreak: number }) => void,
): void {
  const earned = useRef(onEarned);
  earned.current = onEarned;
  const watched = useRef(0);
  const reported = useRef(0);
  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    const report = () => {
      reported.current = watched.current;
      call(recordView, { params: { id }, body: { watchedSeconds: watched.current } })
        .then(({ coins, ofStreak }) => coins > 0 && earned.current({ coins, ofStreak }))
        .catch(() => {
          // A lost report is not worth a message to the student.
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
