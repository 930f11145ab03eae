import { ActionIcon, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, mondayOf, weekFrom } from '#shared/time/calendar-days.ts';
import { monthsInWords } from '#shared/time/calendar-words.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFailureToast } from '#web/ui/toasts/use-failure-toast.ts';
import { managedWeekQuery } from '../managed-queries.ts';
import { ClassLegend } from './class-legend.tsx';
import { WeekAgenda } from './week-agenda.tsx';
import styles from './week-calendar.module.css';
import { WeekGrid } from './week-grid.tsx';
import { layOutWeek } from './week-layout.ts';

/** The organiser's week in the reader's zone, from Monday on; on a phone a list by day. */
export function WeekCalendar({
  zone,
  now,
  today,
  monday,
  onTurn,
  onOpen,
  onCreate,
}: {
  zone: string;
  now: Date;
  today: string;
  monday: string;
  onTurn: (monday: string) => void;
  onOpen: (id: string) => void;
  onCreate: (date: string, time: string) => void;
}) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const { data, error, isFetching, refetch } = useQuery(managedWeekQuery(monday));
  useFailureToast(error, t('admin.failed'));
  const days = weekFrom(monday);
  const layout = layOutWeek(data ?? [], days, zone);
  const ofTheWeek = days.flatMap((day) => layout.on(day));
  const top = useRef<HTMLDivElement>(null);
  const Week = isPhone ? WeekAgenda : WeekGrid;
  return (
    <Stack ref={top}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Title order={2} aria-live="polite" className={styles.month}>
            {monthsInWords(monday, addDays(monday, 6), i18n.language)}
          </Title>
          {isFetching && !data && (
            <Loader size="sm" type="dots" role="status" aria-label={t('shell:loading')} />
          )}
          {data && !isPhone && ofTheWeek.length === 0 && <Text c="dimmed">{t('week.empty')}</Text>}
        </Group>
        <Group gap="xs" wrap="nowrap">
          <ActionIcon
            variant="default"
            aria-label={t('week.previous')}
            onClick={() => onTurn(addDays(monday, -7))}
          >
            <IconChevronLeft size="1.25rem" aria-hidden />
          </ActionIcon>
          <Button size="sm" variant="default" onClick={() => onTurn(mondayOf(today))}>
            {t('week.today')}
          </Button>
          <ActionIcon
            variant="default"
            aria-label={t('week.next')}
            onClick={() => onTurn(addDays(monday, 7))}
          >
            <IconChevronRight size="1.25rem" aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {error && !data ? (
        <ErrorState error={error} title={t('admin.failed')} onRetry={refetch} />
      ) : (
        <Week
          days={days}
          layout={layout}
          zone={zone}
          now={now}
          today={today}
          loading={!data}
          onOpen={onOpen}
          onCreate={onCreate}
          onNext={() => {
            onTurn(addDays(monday, 7));
            top.current?.scrollIntoView();
          }}
        />
      )}
      <ClassLegend classes={ofTheWeek} />
    </Stack>
  );
}
