import { useTranslation } from 'react-i18next';
import { guardianFirst } from '#features/accounts/contract.ts';
import { absenceRefusals, enrolRefusals, walkInRefusals } from '../../contract.ts';

const obstacles = {
  [enrolRefusals.tierTooLow.code]: 'planTooLow',
  [guardianFirst.code]: 'noConsent',
  [absenceRefusals.clubsPaused.code]: 'paused',
  [walkInRefusals.notForThisClass.code]: 'notForThis',
  [enrolRefusals.keptForWaiting.code]: 'kept',
  [enrolRefusals.full.code]: 'full',
} as const;

/**
 * Why a person gets no seat, in words for the organiser: the texts of refusals speak to the student. Null for a code
 * that is none of these, and where nothing is in the way.
 */
export function useObstacle(): (code: string | null) => string | null {
  const { t } = useTranslation('classes');
  return (code) =>
    code !== null && code in obstacles
      ? t(`roll.obstacles.${obstacles[code as keyof typeof obstacles]}`)
      : null;
}
