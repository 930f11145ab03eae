import { Text } from '@mantine/core';
import { IconCalendarCheck, IconCalendarX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarState } from '../../contract.ts';
import styles from './class-card.module.css';

const looks = {
  synced: { Icon: IconCalendarCheck, label: 'calendarState.synced' },
  syncing: { Icon: IconRefresh, label: 'calendarState.syncing' },
  failed: { Icon: IconCalendarX, label: 'calendarState.failed' },
} as const;

/** The state of a class in the outside calendar: an icon with a text for screen readers. */
export function CalendarMark({ state, inWords = false }: { state: CalendarState; inWords?: boolean }) {
  const { t } = useTranslation('classes');
  const { Icon, label } = looks[state];
  return (
    <span className={styles.mark} data-state={state} title={inWords ? undefined : t(label)}>
      <Icon size="1.125em" aria-hidden />
      {inWords ? (
        <Text span inherit>
          {t(label)}
        </Text>
      ) : (
        <span className="visually-hidden">{t(label)}</span>
      )}
    </span>
  );
}
