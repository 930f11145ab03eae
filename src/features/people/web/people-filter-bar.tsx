import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageGroups, roles, tiers } from '#shared/actor.ts';
import type { PeopleFilters } from '../contract.ts';
import styles from './people.module.css';

/** Long enough for a word to be typed, in milliseconds. */
const pause = 300;

/** The search and the filters of the list. */
export function PeopleFilterBar({
  filters,
  onFilter,
}: {
  filters: PeopleFilters;
  onFilter: (name: keyof PeopleFilters, value: string) => void;
}) {
  const { t } = useTranslation(['people', 'shell']);
  const [typed, setTyped] = useState(filters.q ?? '');
  const search = useDebouncedCallback((q: string) => onFilter('q', q.trim()), pause);
  const type = (q: string) => {
    setTyped(q);
    search(q);
  };
  const choices = {
    role: roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
    tier: tiers.map((tier) => ({ value: tier, label: t(`shell:tiers.${tier}`) })),
    ageGroup: ageGroups.map((group) => ({ value: group, label: t(`ageGroups.${group}`) })),
    banned: [
      { value: 'without', label: t('filters.notBanned') },
      { value: 'only', label: t('filters.onlyBanned') },
    ],
  };
  return (
    <search className={styles.filters}>
      <TextInput
        className={styles.search}
        type="search"
        label={t('filters.search')}
        placeholder={t('filters.searchHint')}
        leftSection={<IconSearch size="1.25rem" aria-hidden />}
        rightSection={
          typed && <CloseButton aria-label={t('filters.clearSearch')} size="md" onClick={() => type('')} />
        }
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
        <NativeSelect
          key={name}
          size="md"
          label={t(`filters.${name}`)}
          value={filters[name] ?? ''}
          data={[{ value: '', label: t('filters.all') }, ...choices[name]]}
          onChange={({ currentTarget }) => onFilter(name, currentTarget.value)}
        />
      ))}
    </search>
  );
}
