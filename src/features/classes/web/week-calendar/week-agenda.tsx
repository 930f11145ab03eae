import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { offsetLabel } from '#shared/zones.ts';
import { useDayHeading } from '../use-day-heading.ts';
import { ClassBlock } from './class-block.tsx';
import type { WeekProps } from './week-grid.tsx';

/** The week on a phone: day after day. */
export function WeekAgenda({ days, layout, zone, today, loading, onOpen }: WeekProps) {
  const { t } = useTranslation('classes');
  const headingOf = useDayHeading(today);
  return (
    <Stack gap="lg" aria-busy={loading}>
      <Text size="sm" c="dimmed">
        {t('week.zone', { zone: offsetLabel(zone, `${days[0]}T12:00:00Z`) })}
      </Text>
      {days.map((day) => (
        <Stack key={day} gap="xs" component="section" aria-label={headingOf(day)}>
          <Title order={3} size="h4" c={day === today ? 'live' : undefined}>
            {headingOf(day)}
          </Title>
          {layout.on(day).map((liveClass) => (
            <ClassBlock key={liveClass.id} liveClass={liveClass} zone={zone} onOpen={onOpen} />
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
