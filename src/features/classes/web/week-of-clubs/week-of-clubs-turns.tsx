import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addDays, mondayOf } from '#shared/time/calendar-days.ts';

/** Links to the previous, the current and the next week. */
export function WeekOfClubsTurns({
  monday,
  today,
  searchOf,
}: {
  monday: string;
  today: string;
  /** The query string of the week that begins on a Monday. */
  searchOf: (monday: string) => string;
}) {
  const { t } = useTranslation('classes');
  const to = (day: string) => ({ to: { search: searchOf(day) }, preventScrollReset: true });
  return (
    <Group component="nav" gap={6} wrap="nowrap" aria-label={t('weekOfClubs.label')}>
      <ActionIcon
        component={Link}
        {...to(addDays(monday, -7))}
        variant="default"
        aria-label={t('week.previous')}
      >
        <IconChevronLeft size="1.25rem" aria-hidden />
      </ActionIcon>
      <Button component={Link} {...to(mondayOf(today))} size="sm" variant="default">
        {t('week.today')}
      </Button>
      <ActionIcon component={Link} {...to(addDays(monday, 7))} variant="default" aria-label={t('week.next')}>
        <IconChevronRight size="1.25rem" aria-hidden />
      </ActionIcon>
    </Group>
  );
}
