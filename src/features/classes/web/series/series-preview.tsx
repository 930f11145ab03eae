import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRepeat } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import { seriesPreviewQuery } from '../managed-queries.ts';
import { clashQueryOf, type FormValues } from '../organise/class-form-values.ts';
import { useSettled } from '../organise/use-settled.ts';
import { dayOfYear, useRepeatsInWords } from './use-repeats-in-words.ts';

/** One sentence that says what a class that repeats will be, and the classes of its teacher that it overlaps. */
export function SeriesPreview({ values, teacherId }: { values: FormValues; teacherId: string | undefined }) {
  const { t, i18n } = useTranslation('classes');
  const { daysInWords } = useRepeatsInWords();
  const once = clashQueryOf(values, { teacherId, classId: undefined });
  const weekdays = values.weekdays.toSorted().join();
  const query = useSettled(
    once && { ...once, weekdays, ...(values.until !== '' && { until: values.until }) },
  );
  const { data } = useQuery({
    ...seriesPreviewQuery(
      query ?? { teacherId: '', date: '', time: '', zone: '', durationMinutes: 0, weekdays: '' },
    ),
    enabled: query !== null && query.weekdays !== '',
    placeholderData: keepPreviousData,
  });
  if (!query || !data) return null;

  const skipped = data.skipped.map(({ day, name }) =>
    t('repeats.holiday', { day: dayInWords(day, i18n.language, dayOfYear), name }),
  );

  function sentence(): string {
    if (!data?.first || !query) return t('repeats.nothing');
    const days = daysInWords(query.weekdays.split(',').map(Number));
    const shared = { days, time: query.time };
    if (data.last === null || data.count === null) return t('repeats.open', { ...shared, soon: data.soon });
    return t('repeats.ending', {
      ...shared,
      count: data.count,
      last: dayInWords(data.last, i18n.language, dayOfYear),
    });
  }

  const clashes = data.clashes.map(({ title, startsAt }) =>
    t('repeats.clashing', {
      title,
      day: dayInWords(calendarDay(startsAt, query.zone), i18n.language, dayOfYear),
      time: clockTime(startsAt, query.zone),
    }),
  );
  return (
    <Stack gap="sm">
      <Alert color="live" variant="light" icon={<IconRepeat aria-hidden />} role="status">
        <Text>{sentence()}</Text>
        {skipped.length > 0 && (
          <Text mt={4}>{t('repeats.skipped', { days: enumerate(skipped, i18n.language) })}</Text>
        )}
      </Alert>
      {clashes.length > 0 && (
        <Alert color="cup" icon={<IconAlertTriangle aria-hidden />} role="status">
          <Text fw={700}>{t('repeats.clash', { count: clashes.length })}</Text>
          {t('repeats.clashText', { classes: enumerate(clashes, i18n.language) })}
        </Alert>
      )}
    </Stack>
  );
}
