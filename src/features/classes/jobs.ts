import type { Jobs } from '#server/jobs/start-jobs.ts';
import { closeRollByItself } from './attendance/close-roll.ts';
import { endBegunOffersChore } from './hand-over/end-begun-offers.ts';
import { releaseOverdueSeatsChore } from './seats/release-overdue-seats.ts';
import { extendSeriesChore } from './series/extend-series.ts';
import { remindOfClass } from './timetable/remind-of-class.ts';
import { offerSeats } from './waiting/offer-seats.ts';

export function classJobs(): Jobs {
  return {
    chores: [releaseOverdueSeatsChore, extendSeriesChore, endBegunOffersChore],
    handlers: [closeRollByItself, offerSeats, remindOfClass],
  };
}
