import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchPauseMs } from '#web/ui/forms/typing-pauses.ts';
import { payersQuery } from './queries.ts';

/** `label` is the name and the e-mail, since names repeat. */
export type Picked = { id: string; name: string; label: string };

/**
 * Finds a person by pieces of a name or e-mail. The administrator chooses one of those found, but none of `without`.
 */
export function PersonPicker({
  picked,
  without = [],
  focused = false,
  error,
  onPick,
}: {
  picked: Picked | null;
  /** Ids. */
  without?: readonly string[];
  /** Whether it has the focus as it appears. */
  focused?: boolean;
  error: string | undefined;
  onPick: (person: Picked | null) => void;
}) {
  const { t } = useTranslation(['people', 'shell']);
  const [typed, setTyped] = useState('');
  const [looked] = useDebouncedValue(typed.trim(), searchPauseMs);
  const search = useQuery(payersQuery(looked === picked?.label ? '' : looked));
  const found = (search.data?.items ?? [])
    .filter(({ id }) => !without.includes(id))
    .map(({ id, name, email }) => ({ id, name, label: `${name} · ${email}` }));
  // The chosen person stays among the options during the next search.
  const people = picked ? [picked, ...found.filter(({ id }) => id !== picked.id)] : found;
  const isSearching = search.isFetching || looked !== typed.trim();
  const answer = isSearching ? t('shell:loading') : search.data && t('record.noSuchPerson');
  return (
    <Select
      label={t('record.person')}
      description={t('record.personHint')}
      required
      searchable
      autoFocus={focused}
      data={people.map(({ id, label }) => ({ value: id, label }))}
      filter={({ options }) => options}
      nothingFoundMessage={typed.trim().length > 1 ? answer : undefined}
      value={picked?.id ?? null}
      searchValue={typed}
      error={search.error ? t('record.peopleFailed') : error}
      onSearchChange={setTyped}
      onChange={(id) => onPick(people.find((person) => person.id === id) ?? null)}
    />
  );
}
