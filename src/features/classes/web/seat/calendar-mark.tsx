import { Text } from '@mantine/core';
import { IconCalendarCheck, IconCalendarX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CalendarState } from '../../contract.ts';
import styles from './class-card.module.css';

const icons = {
  synced: IconCalendarCheck,
  syncing: IconRefresh,
  failed: IconCalendarX,
};

/** The state of a class in the outside calendar: an icon with a text for screen readers. */
export function CalendarMark({ state, inWords = false }: { state: CalendarState; inWords?: boolean }) {
  const { t } = useTranslation('classes');
  const Icon = icons[state];
  const label = t(`calendarState.${state}`);
  return (
    <span className={styles.mark} data-state={state} title={inWords ? undefined : label}>
      <Icon size="1.125em" aria-hidden />
      {inWords ? (
        <Text span inherit>
          {label}
        </Text>
      ) : (
        <span className="visually-hidden">{label}</span>
      )}
    </span>
  );
}
