import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Instants in the reader's words and zone: `15 nov 2026, 10:30`. */
export function useMoments(): (instant: string) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
    return (instant: string) => format.format(new Date(instant));
  }, [i18n.language]);
}
