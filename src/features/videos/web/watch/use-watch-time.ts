import { useEffect, useRef } from 'react';
import { calendarDay } from '#shared/time/zones.ts';
import { call } from '#web/api/call.ts';
import { mayPass } from '#web/api/call-error.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { recordView } from '../../contract.ts';
import { secondsToCount, secondsToCredit } from '../../rules.ts';

const tickEvery = 250;
/** The watched seconds between two reports of a video that plays on: a browser that crashes loses no more. */
const reportEvery = 60;
/** The watched seconds between a report that failed and the next one; they double with each failure. */
const firstBackOff = 15;

/**
 * Adds up the seconds of a student's own day for which the active video really plays and reports them to the server:
 * when there are enough for the view to count, each minute from then on, and with the full sum whenever it stops or the
 * page is left. A later report makes up for a lost one; a refusal is the last word on the video.
 */
export function useWatchTime(
  { id, seconds }: { id: string; seconds: number | null },
  playing: boolean,
  /** Called when the view earned coins, some of them of the streak day that it made. */
  onEarned: (earned: { coins: number; ofStreak: number }) => void,
): void {
  const earned = useRef(onEarned);
  earned.current = onEarned;
  const zone = useReaderZone();
  const day = useRef('');
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
      const isFull = watched.current >= secondsToCredit(Number.POSITIVE_INFINITY, seconds);
      due.current = isFull ? Number.POSITIVE_INFINITY : watched.current + reportEvery;
      const body = { watchedSeconds: watched.current };
      call(recordView, { params: { id }, body }, { keepalive: true }).then(
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
      const today = calendarDay(new Date().toISOString(), zone);
      if (today === day.current) watched.current += (now - last) / 1000;
      else {
        day.current = today;
        watched.current = 0;
        reported.current = 0;
        due.current = secondsToCount(seconds);
      }
      last = now;
    };
    tick();
    const timer = setInterval(() => {
      tick();
      if (watched.current >= due.current && !isRefused.current) report();
    }, tickEvery);
    const reportRest = () => {
      tick();
      if (reported.current > 0 && watched.current - reported.current >= 1 && !isRefused.current) report();
    };
    window.addEventListener('pagehide', reportRest);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', reportRest);
      reportRest();
    };
  }, [id, seconds, zone, playing]);
}
