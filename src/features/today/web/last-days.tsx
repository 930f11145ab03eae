import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import type { Today } from '../contract.ts';
import styles from './last-days.module.css';

const icons = { practised: IconCheck, kept: IconShield, none: null, before: null };

/** The last seven days of a streak, a mark each; today at the end. */
export function LastDays({ days }: { days: Today['streak']['lastDays'] }) {
  const { t, i18n } = useTranslation('today');
  return (
    <ol className={styles.days} aria-label={t('lastDays.label')}>
      {days.map(({ day, mark }) => {
        const Icon = icons[mark];
        return (
          <li key={day} className={styles.day} data-mark={mark}>
            <span aria-hidden>{dayInWords(day, i18n.language, { weekday: 'narrow' })}</span>
            <span className={styles.mark} aria-hidden>
              {Icon && <Icon />}
            </span>
            <VisuallyHidden>
              {t(`lastDays.${mark}`, { day: dayInWords(day, i18n.language, { weekday: 'long' }) })}
            </VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}
