import { useEffect, useRef } from 'react';
import { call } from '#web/api/call.ts';
import { mayPass } from '#web/api/call-error.ts';
import { recordView } from '../../contract.ts';
import { secondsToCount } from '../../rules.ts';

const tickEvery = 250;
/** The watched seconds between a report that failed and the next one; they double with each failure. */
const firstBackOff = 15;

/**
 * Adds up the seconds for which the active video really plays and reports them to the server: when there are enough
 * for the view to count, and with the full sum whenever it stops. A later report makes up for a lost one; a refusal is
 * the last word on the video.
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
  /** The watched seconds of the last report, and those at which the next one is due while the video plays. */
  const reported = useRef(0);
  const due = useRef(secondsToCount(seconds));
  const backOff = useRef(firstBackOff);
  const isRefused = useRef(false);
  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    const report = () => {
      reported.current = watched.current;
      due.current = Number.POSITIVE_INFINITY;
      call(recordView, { params: { id }, body: { watchedSeconds: watched.current } }).then(
        ({ coins, ofStreak }) => coins > 0 && earned.current({ coins, ofStreak }),
        (error) => {
          // A lost report is not worth a message to the student.
          isRefused.current = !mayPass(error);
          if (isRefused.current) return;
          due.current = watched.current + backOff.current;
          backOff.current *= 2;
        },
      );
    };
    const tick = () => {
      const now = performance.now();
      watched.current += (now - last) / 1000;
      last = now;
    };
    const timer = setInterval(() => {
      tick();
      if (watched.current >= due.current) report();
    }, tickEvery);
    return () => {
      clearInterval(timer);
      tick();
      if (reported.current > 0 && watched.current - reported.current >= 1 && !isRefused.current) report();
    };
  }, [id, seconds, playing]);
}
