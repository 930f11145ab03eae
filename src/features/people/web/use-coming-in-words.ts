import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { PersonDetail } from '../contract.ts';

/** Says how many classes are ahead of a person and how many seats they have; empty where there is none. */
export function useComingInWords() {
  const { t } = useTranslation('people');
  const { number } = useFigures();
  const say = (what: 'taught' | 'seats' | 'paidSeats', count: number) =>
    count > 0 ? t(`coming.${what}`, { count, figure: number(count) }) : '';
  return {
    taught: ({ taught }: PersonDetail['coming']) => say('taught', taught),
    seats: ({ seats, paidSeats }: PersonDetail['coming']) =>
      [say('seats', seats), say('paidSeats', paidSeats)].filter(Boolean).join(' '),
  };
}
