import { useTranslation } from 'react-i18next';
import { durationInWords } from '#shared/time/duration-in-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { Fold } from '#web/ui/lists/fold.tsx';
import type { ClassCard } from '../../contract.ts';
import { offerShare } from '../../rules.ts';
import styles from './how-waiting-works.module.css';

/** The rules of the waiting list, for students who may join it or wait. */
export function HowWaitingWorks({ rules }: Pick<ClassCard, 'rules'>) {
  const { t, i18n } = useTranslation('classes');
  const { number, percentage } = useFigures();
  return (
    <Fold title={t('wait.how.title')}>
      <ol className={styles.rules}>
        <li>{t('wait.how.order')}</li>
        <li>
          {t('wait.how.offer', {
            share: percentage(offerShare * 100),
            shortest: durationInWords(rules.shortestOfferMinutes, i18n.language),
            longest: durationInWords(rules.longestOfferHours * 60, i18n.language),
          })}
        </li>
        <li>{t('wait.how.lapse')}</li>
        <li>{t('wait.how.last', { minutes: number(rules.openToAllMinutes) })}</li>
      </ol>
    </Fold>
  );
}
