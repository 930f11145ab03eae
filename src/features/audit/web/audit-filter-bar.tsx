import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actWords } from './act-words.ts';
import styles from './audit.module.css';
import type { FilterName } from './audit-filters.ts';
import { auditChoices } from './queries.ts';

/** Long enough for a word to be typed, in milliseconds. */
const pause = 300;

/** What the log is filtered by: the act, who did it, when, and words of the reason. */
export function AuditFilterBar({
  address,
  onFilter,
}: {
  address: URLSearchParams;
  onFilter: (name: FilterName, value: string) => void;
}) {
  const { t, i18n } = useTranslation('audit');
  const { data } = useQuery(auditChoices);
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const search = useDebouncedCallback((q: string) => onFilter('q', q.trim()), pause);
  const all = { value: '', label: t('filters.all') };
  const acts = (data?.acts ?? [])
    .map((act) => ({ value: act, label: actWords(act, i18n) }))
    .sort((one, other) => one.label.localeCompare(other.label, i18n.language));
  const actors = (data?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <search className={styles.filters}>
      <TextInput
        type="search"
        label={t('filters.q')}
        leftSection={<IconSearch size="1.25rem" aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value);
        }}
      />
      <NativeSelect
        size="md"
        label={t('filters.act')}
        data={[all, ...acts]}
        value={address.get('act') ?? ''}
        onChange={({ currentTarget }) => onFilter('act', currentTarget.value)}
      />
      <NativeSelect
        size="md"
        label={t('filters.actor')}
        data={[all, ...actors]}
        value={address.get('actor') ?? ''}
        onChange={({ currentTarget }) => onFilter('actor', currentTarget.value)}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(`filters.${name}`)}
          value={address.get(name) ?? ''}
          onChange={({ currentTarget }) => onFilter(name, currentTarget.value)}
        />
      ))}
    </search>
  );
}
