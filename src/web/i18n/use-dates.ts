import { useTranslation } from 'react-i18next';
import { datesIn } from '#shared/time/dates.ts';
import { useReaderZone } from './reader-zone.ts';

/** Instants in the reader's language and zone. */
export function useDates() {
  const { i18n } = useTranslation();
  return datesIn(i18n.language, useReaderZone());
}
