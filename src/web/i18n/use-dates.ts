import { useTranslation } from 'react-i18next';
import { datesIn } from '#shared/time/dates.ts';
import { useReaderZone } from './reader-zone.ts';

/** Instants in the reader's language and zone, as they read them now. */
export function useDates() {
  const { i18n } = useTranslation();
  const dates = datesIn(i18n.language, useReaderZone());
  return {
    ...dates,
    nearMoment: (instant: string) => dates.nearMoment(instant, new Date()),
    start: (instant: string) => dates.start(instant, new Date()),
  };
}
