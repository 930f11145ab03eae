import { useTranslation } from 'react-i18next';
import type { Limits } from '#shared/formats/whole-number.ts';
import { useFigures } from '#web/i18n/use-figures.ts';

/** Answers, for the limits of a `CountField`, the check that its form asks: what is wrong with a value, or null. */
export function useCountCheck() {
  const { t } = useTranslation('shell');
  const { number } = useFigures();
  return ([least, most]: Limits) => {
    const wrong = t('count.between', { least: number(least), most: number(most) });
    return (typed: string | number) =>
      Number.isInteger(typed) && Number(typed) >= least && Number(typed) <= most ? null : wrong;
  };
}
