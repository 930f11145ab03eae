import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClassCard } from '../../contract.ts';
import { useOpenClass } from '../open-class/use-open-class.ts';
import styles from '../seat/class-card.module.css';
import { SeatButton } from '../seat/seat-button.tsx';
import { StartTimes } from '../seat/start-times.tsx';
import { useNextOfTeacher } from '../seat/use-next-of-teacher.ts';
import { useClock } from '../use-clock.ts';
import { classColour } from '../week-calendar/class-colour.ts';

type Below = { zone: string; titleOrder: 2 | 3 };

/**
 * Below a class that is over: the next one of its teacher, with one tap to enrol, or with the way to wait for a seat or
 * to a plan. Nothing where there is none.
 */
export function NextWithTeacher({ liveClass, ...below }: Below & { liveClass: ClassCard }) {
  const { now } = useClock();
  const { open, own, first } = useNextOfTeacher(liveClass, now);
  const next = own ?? open ?? first;
  return next ? <Next key={next.id} next={next} now={now} {...below} /> : null;
}

function Next({ next, now, zone, titleOrder }: Below & { next: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const { addressOf } = useOpenClass();
  const { id, title, teacherName, startsAt, isEnrolled } = next;
  return (
    <Stack component="section" aria-labelledby="next-with-teacher" gap="sm" mt="md">
      <Title order={titleOrder} size="h4" id="next-with-teacher">
        {t('nextWith.title', { name: teacherName })}
      </Title>
      <Card className={styles.card} style={classColour(next)}>
        <StartTimes startsAt={startsAt} zone={zone} withDay />
        <Link to={{ search: addressOf(id) }} preventScrollReset className={styles.titleLink}>
          <Text span fw={700} className={styles.words}>
            {title}
          </Text>
        </Link>
        {isEnrolled ? (
          <Group gap="xs" wrap="nowrap">
            <IconCircleCheckFilled size="1.25rem" className={styles.mine} aria-hidden />
            <Text size="sm">{t('seat.mine')}</Text>
          </Group>
        ) : (
          <SeatButton liveClass={next} now={now} />
        )}
      </Card>
    </Stack>
  );
}
