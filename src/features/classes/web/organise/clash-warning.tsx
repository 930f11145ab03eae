import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { clockTime } from '#shared/time/zones.ts';
import { clashesQuery } from '../managed-queries.ts';
import { clashQueryOf, type FormValues } from './class-form-values.ts';
import { useSettled } from './use-settled.ts';

/**
 * Warns that the teacher already gives a class at that time, and that the day is one without classes. The organiser may
 * save all the same.
 */
export function ClashWarning({
  values,
  teacherId,
  classId,
  withHoliday,
}: {
  values: FormValues;
  /** The teacher of the class; undefined while it is not known. */
  teacherId: string | undefined;
  /** The class that is edited, which never clashes with itself. */
  classId: string | undefined;
  /** False where several classes of a series change, none of which is moved to a day without classes. */
  withHoliday: boolean;
}) {
  const { t } = useTranslation('classes');
  const query = useSettled(clashQueryOf(values, { teacherId, classId }));
  const { data } = useQuery({
    ...clashesQuery(query ?? { teacherId: '', date: '', time: '', zone: '', durationMinutes: 0 }),
    enabled: query !== null,
  });
  const answer = query ? data : undefined;
  const [first] = answer?.items ?? [];
  const holiday = withHoliday ? answer?.holiday : null;
  return (
    <>
      {first && (
        <Warning
          title={t('form.clash')}
          text={t('form.clashText', { title: first.title, time: clockTime(first.startsAt, values.zone) })}
        />
      )}
      {holiday && <Warning title={t('form.holiday')} text={t('form.holidayText', { name: holiday })} />}
    </>
  );
}

function Warning({ title, text }: { title: string; text: string }) {
  return (
    <Alert mt="md" color="cup" icon={<IconAlertTriangle aria-hidden />} role="status">
      <Text fw={700}>{title}</Text>
      {text}
    </Alert>
  );
}
