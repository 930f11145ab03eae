import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { payableClassesQuery } from './queries.ts';

/** Chooses the class that was paid: its seat is given, and its teacher earns their share. */
export function ClassPicker({
  picked,
  error,
  onPick,
}: {
  picked: string | null;
  error: string | undefined;
  onPick: (id: string | null) => void;
}) {
  const { t } = useTranslation('people');
  const { moment } = useDates();
  const { data = [], isPending } = useQuery(payableClassesQuery);
  return (
    <Select
      label={t('record.class')}
      description={t('record.classHint')}
      required
      searchable
      limit={60}
      disabled={isPending}
      data={data.map(({ id, title, startsAt, teacherName }) => ({
        value: id,
        label: [title, moment(startsAt), teacherName].join(' · '),
      }))}
      nothingFoundMessage={t('record.noSuchClass')}
      value={picked}
      error={error}
      onChange={onPick}
    />
  );
}
