import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offsetLabel } from '#shared/zones.ts';
import { useDayHeading } from '../use-day-heading.ts';
import { ClassBlock } from './class-block.tsx';
import type { WeekProps } from './week-grid.tsx';

/** The week as a list by day, on a phone. The days before today are behind a button. */
export function WeekAgenda({ days, layout, zone, now, today, loading, onOpen }: WeekProps) {
  const { t } = useTranslation('classes');
  const [withPast, setWithPast] = useState(false);
  const hidden = withPast ? [] : days.filter((day) => days.includes(today) && day < today);
  const headingOf = useDayHeading(today);
  return (
    <Stack gap="lg" aria-busy={loading}>
      <Text size="sm" c="dimmed">
        {t('week.zone', { zone: offsetLabel(zone, `${days[0]}T12:00:00Z`) })}
      </Text>
      {hidden.length > 0 && (
        <Button variant="default" onClick={() => setWithPast(true)}>
          {t('week.earlierDays')}
        </Button>
      )}
      {days
        .filter((day) => !hidden.includes(day))
        .map((day) => (
          <Stack key={day} gap="xs" component="section" aria-label={headingOf(day)}>
            <Title order={3} size="h4" c={day === today ? 'live' : undefined}>
              {headingOf(day)}
            </Title>
            {layout.on(day).map((liveClass) => (
              <ClassBlock key={liveClass.id} liveClass={liveClass} zone={zone} now={now} onOpen={onOpen} />
            ))}
            {loading && <Skeleton h="2.75rem" />}
            {!loading && layout.on(day).length === 0 && (
              <Text size="sm" c="dimmed">
                {t('week.nothing')}
              </Text>
            )}
          </Stack>
        ))}
    </Stack>
  );
}
