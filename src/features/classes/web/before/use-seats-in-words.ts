import { useTranslation } from 'react-i18next';
import { missingIn } from './few-learners.tsx';

type Club = Parameters<typeof missingIn>[0];

/**
 * Answers what a list says of the seats of a class: how many are free for its reader, or how many learners a club near
 * its start lacks.
 */
export function useSeatsInWords(): (liveClass: Club, free: number, now: Date) => string {
  const { t } = useTranslation('classes');
  return (liveClass, free, now) => {
    const missing = missingIn(liveClass, now);
    return missing > 0 ? t('fewCome.missing', { count: missing }) : t('seats.left', { count: free });
  };
}
