import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import type { ClassCard } from '../../contract.ts';
import { useOpenClass } from '../open-class/use-open-class.ts';
import { useDayHeading } from '../use-day-heading.ts';
import { useNextOfTeacher } from './use-next-of-teacher.ts';

/** For a class that has started, when students can no longer enrol: offers the next one of the same teacher. */
export function NextTurn({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const zone = useReaderZone();
  const headingOf = useDayHeading(calendarDay(now.toISOString(), zone));
  const { addressOf } = useOpenClass();
  const { open: next } = useNextOfTeacher(liveClass, now);
  return (
    <>
      <Text size="sm">{t(`late.text.${liveClass.kind}`)}</Text>
      {next && (
        <Button
          component={Link}
          to={{ search: addressOf(next.id) }}
          preventScrollReset
          size="sm"
          color="live"
          variant="light"
          rightSection={<IconArrowRight size="1.125rem" aria-hidden />}
        >
          {t('late.next', {
            day: headingOf(calendarDay(next.startsAt, zone)),
            time: clockTime(next.startsAt, zone),
          })}
        </Button>
      )}
    </>
  );
}
