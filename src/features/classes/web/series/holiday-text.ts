import type { TFunction } from 'i18next';
import { daysInWords } from '#shared/time/calendar-words.ts';

/** The classes of a holiday that an administrator has cancelled: those for adults, because a group is public. */
export type HolidayNews = {
  first: string;
  last: string;
  name: string;
  reason: string;
  titles: readonly string[];
};

/**
 * Tells a group that the classes of a day, or of several, are cancelled. It names no hour: the day is that of each
 * class in its zone, and a group lives in many.
 */
export function holidayText(
  { first, last, name, reason, titles }: HolidayNews,
  { t, language }: { t: TFunction<['classes', 'notifications']>; language: string },
): string {
  const lines = [
    t('share.holiday.head', { name }),
    daysInWords(first, last, language),
    t('share.holiday.cancelled'),
    ...[...new Set(titles)].map((title) => `· ${title}`),
    t('notifications:reason', { reason }),
  ];
  return lines.join('\n');
}
