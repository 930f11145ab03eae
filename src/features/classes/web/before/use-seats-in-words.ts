import { useTranslation } from 'react-i18next';
import type { ClassCard } from '../../contract.ts';
import { seatsLeft } from '../../rules.ts';
import { missingIn } from './few-learners.tsx';

type Seated = Parameters<typeof missingIn>[0] & Pick<ClassCard, 'seatsTaken' | 'maxStudents'>;

/**
 * Answers what a list says of the seats of a class: how many are free, or how many learners a club near its start
 * lacks.
 */
export function useSeatsInWords(): (liveClass: Seated, now: Date) => string {
  const { t } = useTranslation('classes');
  return (liveClass, now) => {
    const missing = missingIn(liveClass, now);
    return missing > 0
      ? t('fewCome.missing', { count: missing })
      : t('seats.left', { count: seatsLeft(liveClass) });
  };
}
