import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { calendarDay } from '#shared/zones.ts';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import type { ClassCard as Club } from '../../contract.ts';
import styles from '../seat/class-card.module.css';
import { ClassCard } from '../seat/class-card.tsx';
import { useDayHeading } from '../use-day-heading.ts';

/** The whole card of a club of the week, with its seat to take. Closed while there is none. */
export function WeekOfClubsDrawer({
  club,
  now,
  zone,
  today,
  onClose,
}: {
  club: Club | null;
  now: Date;
  /** The reader's. */
  zone: string;
  today: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('shell');
  const headingOf = useDayHeading(today);
  const shown = useLast(club);
  return (
    <Drawer
      opened={club !== null}
      onClose={onClose}
      position="right"
      title={
        shown && <span className={styles.drawerTitle}>{headingOf(calendarDay(shown.startsAt, zone))}</span>
      }
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {shown && <ClassCard liveClass={shown} now={now} zone={zone} />}
    </Drawer>
  );
}
