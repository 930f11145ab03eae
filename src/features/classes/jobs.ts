import type { Jobs } from '#server/jobs/start-jobs.ts';
import { closeRollByItself } from './attendance/close-roll.ts';
import { endOffersChore } from './hand-over/end-offers.ts';
import { leaveClassesAboveTier } from './seats/leave-classes-above-tier.ts';
import { releaseOverdueSeatsChore } from './seats/release-overdue-seats.ts';
import { extendSeriesChore } from './series/extend-series.ts';
import { remindOfClass } from './timetable/remind-of-class.ts';
import { offerSeats } from './waiting/offer-seats.ts';

export function classJobs(): Jobs {
  return {
    chores: [releaseOverdueSeatsChore, extendSeriesChore, endOffersChore],
    handlers: [closeRollByItself, leaveClassesAboveTier, offerSeats, remindOfClass],
  };
}
