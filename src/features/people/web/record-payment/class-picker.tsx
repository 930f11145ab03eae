import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedClass } from '#features/classes/contract.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { searchPauseMs } from '#web/ui/forms/typing-pauses.ts';
import { payableClassesQuery } from './queries.ts';

export type PaidClass = Pick<
  ManagedClass,
  'id' | 'title' | 'startsAt' | 'teacherName' | 'priceCents' | 'currency'
>;

/** Finds the class that was paid: its seat is given, and its teacher earns their share. */
export function ClassPicker({
  picked,
  error,
  onPick,
}: {
  picked: PaidClass | null;
  error: string | undefined;
  onPick: (liveClass: PaidClass | null) => void;
}) {
  const { t } = useTranslation(['people', 'shell']);
  const { nearMoment } = useDates();
  const labelOf = ({ title, startsAt, teacherName }: PaidClass) =>
    [title, nearMoment(startsAt), teacherName].join(' · ');
  const [typed, setTyped] = useState('');
  const [looked] = useDebouncedValue(typed.trim(), searchPauseMs);
  const found = useQuery(payableClassesQuery(picked && looked === labelOf(picked) ? '' : looked));
  // The chosen class stays among the options during the next search.
  const classes: PaidClass[] = [
    ...(picked ? [picked] : []),
    ...(found.data ?? []).filter(({ id }) => id !== picked?.id),
  ];
  return (
    <Select
      label={t('record.class')}
      description={t('record.classHint')}
      required
      searchable
      data={classes.map((each) => ({ value: each.id, label: labelOf(each) }))}
      filter={({ options }) => options}
      nothingFoundMessage={t(found.isFetching ? 'shell:loading' : 'record.noSuchClass')}
      value={picked?.id ?? null}
      searchValue={typed}
      error={found.error ? t('record.classesFailed') : error}
      onSearchChange={setTyped}
      onChange={(id) => onPick(classes.find((each) => each.id === id) ?? null)}
    />
  );
}
