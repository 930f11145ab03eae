import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { clockTime } from '#shared/zones.ts';
import { clashesWith } from '../queries.ts';
import { clashQueryOf, type FormValues } from './class-form-values.ts';

/** Long enough to type a time, in milliseconds. */
const pause = 400;

/** Warns that the teacher already gives a class at that time. The organiser may save all the same. */
export function ClashWarning({
  values,
  teacherId,
  classId,
}: {
  values: FormValues;
  /** The teacher of the class; undefined while it is not known. */
  teacherId: string | undefined;
  /** The class that is edited, which never clashes with itself. */
  classId: string | undefined;
}) {
  const { t } = useTranslation('classes');
  const [query] = useDebouncedValue(clashQueryOf(values, { teacherId, classId }), pause);
  const { data } = useQuery({
    ...clashesWith(query ?? { teacherId: '', date: '', time: '', zone: '', durationMinutes: 0 }),
    enabled: query !== null,
  });
  const [first] = (query && data?.items) ?? [];
  if (!first) return null;
  return (
    <Alert mt="md" color="cup" icon={<IconAlertTriangle aria-hidden />} role="status">
      <Text fw={700}>{t('form.clash')}</Text>
      {t('form.clashText', { title: first.title, time: clockTime(first.startsAt, values.zone) })}
    </Alert>
  );
}
