import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offsetLabel } from '#shared/time/zones.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { momentOf } from '../class-moment.ts';
import { useDayHeading } from '../use-day-heading.ts';
import { ClassBlock } from './class-block.tsx';
import type { WeekProps } from './week-grid.tsx';

/** The week as a list by day, on a phone. The days before today are behind a button, but for one with a live class. */
export function WeekAgenda({ days, layout, zone, now, today, loading, onOpen, onCreate, onNext }: WeekProps) {
  const { t } = useTranslation('classes');
  const [withPast, setWithPast] = useState(false);
  const isLive = (day: string) => layout.on(day).some((liveClass) => momentOf(liveClass, now) === 'live');
  const isHidden = (day: string) => days.includes(today) && day < today && !isLive(day);
  const hidden = withPast ? [] : days.filter(isHidden);
  const headingOf = useDayHeading(today);
  const isEmpty = !loading && days.every((day) => layout.on(day).length === 0);
  const mayCreate = days.some((day) => day >= today);
  const next = (
    <Button variant="default" rightSection={<IconArrowRight size="1.25rem" aria-hidden />} onClick={onNext}>
      {t('week.next')}
    </Button>
  );
  if (isEmpty) {
    return (
      <EmptyState
        title={t('week.empty')}
        titleOrder={3}
        action={
          <>
            {mayCreate && (
              <Button
                color="live"
                variant="light"
                leftSection={<IconPlus size="1.25rem" aria-hidden />}
                onClick={() => onCreate(days.includes(today) ? today : (days[0] ?? today), '')}
              >
                {t('form.open')}
              </Button>
            )}
            {next}
          </>
        }
      />
    );
  }
  return (
    <Stack gap="lg" aria-busy={loading}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('week.zone', { zone: offsetLabel(zone, `${days[0]}T12:00:00Z`) })}
        </Text>
        {hidden.some((day) => layout.on(day).length > 0) && (
          <Button size="sm" variant="subtle" color="gray" onClick={() => setWithPast(true)}>
            {t('week.earlierDays')}
          </Button>
        )}
      </Group>
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
      {!loading && next}
    </Stack>
  );
}
