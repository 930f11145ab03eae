import type { InputOf } from '#shared/operation.ts';
import type { changeSeries, Repeats } from '../../contract.ts';

/**
 * What an organiser chooses for several classes of a series: its days of the week, its end, and why some are cancelled.
 */
export type SeriesChange = {
  weekdays: string[];
  /** Whether it ends, and its last day; '' while none is typed. */
  ends: boolean;
  until: string;
  reason: string;
};

type Body = InputOf<typeof changeSeries>['body'];

export function asItIs({ weekdays, until }: Repeats): SeriesChange {
  return { weekdays: weekdays.map(String), ends: until !== null, until: until ?? '', reason: '' };
}

/** The part of a change for the days and the end; what is as it was is left out. */
export function daysInChange(
  before: Repeats,
  { weekdays, ends, until }: SeriesChange,
): Pick<Body, 'weekdays' | 'until'> {
  const inOrder = (days: readonly number[]) => days.toSorted((a, b) => a - b);
  const days = inOrder(weekdays.map(Number));
  const end = ends ? until : null;
  return {
    ...(days.length > 0 && days.join() !== inOrder(before.weekdays).join() && { weekdays: days }),
    ...(end !== '' && end !== before.until && { until: end }),
  };
}

/** After another organiser's change of the series: what it is now, with what this organiser has chosen. */
export function keepChoosing(before: Repeats, chosen: SeriesChange, now: Repeats): SeriesChange {
  const { weekdays, until } = daysInChange(before, chosen);
  const { ends, until: typed } = chosen;
  return {
    ...asItIs(now),
    reason: chosen.reason,
    ...(weekdays && { weekdays: chosen.weekdays }),
    ...(until !== undefined && { ends, until: typed }),
  };
}
