import { Card, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ClassCard } from '../../contract.ts';
import { LanguageTag } from '../browse/language-tag.tsx';
import { StartTimes } from '../seat/start-times.tsx';
import { TeacherLine } from '../seat/teacher-line.tsx';
import { Offered } from '../seat/waiting.tsx';
import { useClock } from '../use-clock.ts';
import styles from './next-class.module.css';

/**
 * A seat that is held for the reader, who waited for it, with its answers. Alone in its room it says all of the class.
 */
export function OfferedSeat({ liveClass, isAlone }: { liveClass: ClassCard; isAlone: boolean }) {
  const { t } = useTranslation('classes');
  const { zone, today, now } = useClock();
  const { title, startsAt } = liveClass;
  return (
    <Card component="section" aria-labelledby="offered offered-start" className={styles.offer}>
      <div>
        <Text size="sm" fw={700} className={styles.label}>
          {t('nextClass.freed')}
        </Text>
        <Title order={2} size="h4" id="offered" className={styles.title}>
          {title}
        </Title>
      </div>
      {/* A student may have a seat in the same club on another day. */}
      <div id="offered-start">
        <StartTimes startsAt={startsAt} zone={zone} today={today} />
      </div>
      {isAlone && (
        <>
          <LanguageTag taught={liveClass} />
          <TeacherLine taught={liveClass} />
        </>
      )}
      <Offered liveClass={liveClass} now={now} />
    </Card>
  );
}
