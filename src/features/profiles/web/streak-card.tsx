import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addDays } from '#shared/time/calendar-days.ts';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { DayField } from '#web/ui/figures/day-field.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { endHoliday, planHoliday, type Streak } from '../contract.ts';
import { CardSection } from './card-section.tsx';
import { streakQuery } from './queries.ts';

/** The streak, the shields that guard it, and the holiday it waits for. */
export function StreakCard() {
  const { t } = useTranslation('profiles');
  const { data, error, refetch } = useQuery(streakQuery);
  return (
    <CardSection part="streak" title={t('streak.title')}>
      {data && <Parts streak={data} />}
      {!data &&
        (error ? (
          <ErrorState isPart error={error} onRetry={refetch} />
        ) : (
          <LoadingBlocks heights={['9rem']} />
        ))}
    </CardSection>
  );
}

function Parts({ streak }: { streak: Streak }) {
  const { t } = useTranslation('profiles');
  const { days, shields, mostShields } = streak;
  return (
    <Stack>
      <Text fw={800} size="xl">
        {days > 0 ? t('streak.days', { count: days }) : t('streak.none')}
      </Text>
      <Text>{t('streak.shields', { shields, most: mostShields })}</Text>
      {shields < mostShields && (
        <Group>
          <Button component={Link} to="/store" variant="light" color="coins">
            {t('streak.getShield')}
          </Button>
        </Group>
      )}
      <Title order={3} size="h5">
        {t('streak.holiday')}
      </Title>
      {streak.holiday ? <Planned holiday={streak.holiday} /> : <Plan streak={streak} />}
    </Stack>
  );
}

function Planned({ holiday: { firstDay, lastDay } }: { holiday: NonNullable<Streak['holiday']> }) {
  const { t, i18n } = useTranslation('profiles');
  const cache = useCacheStreak();
  const [asking, dialog] = useDisclosure();
  const isAhead = calendarDay(new Date().toISOString(), useReaderZone()) < firstDay;
  const end = useMutation({
    mutationFn: () => call(endHoliday),
    onSuccess(streak) {
      cache(streak);
      toastSuccess(t(isAhead ? 'streak.cancelled' : 'streak.ended'));
    },
    onError: (error) => toastFailure(error, t('streak.failed')),
  });
  // A date of a calendar is the same in every zone.
  const inWords = (day: string) => dateInWords(day, i18n.language);
  return (
    <>
      <Text>{t('streak.planned', { from: inWords(firstDay), to: inWords(lastDay) })}</Text>
      <Group>
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => (isAhead ? end.mutate() : dialog.open())}
        >
          {t(isAhead ? 'streak.cancel' : 'streak.end')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('streak.endTitle')}
        text={t('streak.endText')}
        confirmLabel={t('streak.endConfirm')}
        busy={end.isPending}
        onConfirm={() => end.mutate(undefined, { onError: dialog.close })}
        onClose={dialog.close}
      />
    </>
  );
}

/** The form stands behind a button, because few members plan a holiday. */
function Plan({ streak }: { streak: Streak }) {
  const { t } = useTranslation('profiles');
  const [planning, form] = useDisclosure();
  const { longestHoliday } = streak;
  return (
    <>
      <Text>{t('streak.holidayText', { count: longestHoliday, most: longestHoliday })}</Text>
      {planning ? (
        <PlanForm streak={streak} />
      ) : (
        <Group>
          <Button variant="default" onClick={form.open}>
            {t('streak.plan')}
          </Button>
        </Group>
      )}
    </>
  );
}

function PlanForm({ streak: { earliestHoliday, longestHoliday } }: { streak: Streak }) {
  const { t } = useTranslation('profiles');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const cache = useCacheStreak();
  const form = useForm({ initialValues: { firstDay: '', lastDay: '' } });
  const plan = useMutation({
    mutationFn: (body: typeof form.values) => call(planHoliday, { body }),
    onSuccess(streak) {
      cache(streak);
      toastSuccess(t('streak.saved'));
    },
    onError: (error) => toastFailure(error, t('streak.failed')),
  });
  const { firstDay } = form.values;
  return (
    <form onSubmit={form.onSubmit((values) => plan.mutate(values))}>
      <Group align="end">
        <DayField
          ref={first}
          label={t('streak.first')}
          min={earliestHoliday}
          required
          {...form.getInputProps('firstDay')}
        />
        <DayField
          label={t('streak.last')}
          min={firstDay || earliestHoliday}
          max={firstDay ? addDays(firstDay, longestHoliday - 1) : undefined}
          required
          {...form.getInputProps('lastDay')}
        />
        <Button type="submit" color="cup" loading={plan.isPending}>
          {t('streak.plan')}
        </Button>
      </Group>
    </form>
  );
}

function useCacheStreak() {
  const queryClient = useQueryClient();
  return (streak: Streak) => queryClient.setQueryData(streakQuery.queryKey, streak);
}
