import { clockTime, mexicoCity } from '#shared/time/zones.ts';
import type { ClassCard } from '../../contract.ts';
import { momentOf } from '../class-moment.ts';

export type Series<Meeting> = {
  /** One for all meetings of a series. */
  key: string;
  /** By start; at least one. */
  meetings: [Meeting, ...Meeting[]];
};

type Meeting = Pick<
  ClassCard,
  | 'kind'
  | 'title'
  | 'teacherId'
  | 'language'
  | 'level'
  | 'targetAudience'
  | 'requiredTier'
  | 'startsAt'
  | 'zone'
>;

/**
 * Groups classes that repeat: the same title, teacher and terms at the same time of their own zone on different days.
 * A card names one time for all of them, so they are at the same time of Mexico City and of the reader's zone too, also
 * where one of these changes its clocks. Series keep the order of their first meetings. `classes` are by start.
 * By what a card shows, and not by the series in the database: one that was moved by itself has another hour, and two
 * series of the same club on different days are one card (decisions/0022).
 */
export function groupSeries<One extends Meeting>(classes: readonly One[], readerZone: string): Series<One>[] {
  const series = new Map<string, Series<One>>();
  for (const meeting of classes) {
    const key = keyOf(meeting, readerZone);
    const group = series.get(key);
    if (group) group.meetings.push(meeting);
    else series.set(key, { key, meetings: [meeting] });
  }
  return [...series.values()];
}

/** Those of which a meeting is live or to come, and those of which none is. */
export function partByTime<One extends Timed>(
  series: readonly Series<One>[],
  now: Date,
): { toCome: Series<One>[]; over: Series<One>[] } {
  const isToCome = ({ meetings }: Series<One>) =>
    meetings.some((meeting) => ['upcoming', 'live'].includes(momentOf(meeting, now)));
  return { toCome: series.filter(isToCome), over: series.filter((each) => !isToCome(each)) };
}
type Timed = Parameters<typeof momentOf>[0];

function keyOf(meeting: Meeting, readerZone: string): string {
  const { kind, title, teacherId, language, level, targetAudience, requiredTier, startsAt, zone } = meeting;
  const times = [zone, mexicoCity, readerZone].map((each) => clockTime(startsAt, each));
  return JSON.stringify([kind, title, teacherId, language, level, targetAudience, requiredTier, zone, times]);
}
