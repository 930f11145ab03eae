import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kinds, methods, statuses } from '../contract.ts';
import { type Chosen, type FilterName, periods } from './payment-filters.ts';
import styles from './payments.module.css';

/** Long enough for a word to be typed, in milliseconds. */
const pause = 300;

/** What the list, its totals and its export are narrowed by. */
export function FilterBar({
  chosen,
  onFilter,
}: {
  chosen: Chosen;
  onFilter: (name: FilterName, value: string) => void;
}) {
  const { t } = useTranslation('payments');
  const [typed, setTyped] = useState(chosen.search);
  const search = useDebouncedCallback((value: string) => onFilter('search', value.trim()), pause);
  const all = { value: '', label: t('filters.all') };
  const choices = {
    status: statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
    kind: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
    method: methods.map((value) => ({ value, label: t(`methods.${value}`) })),
    period: periods.slice(1).map((value) => ({ value, label: t(`periods.${value}`) })),
  };
  return (
    <search className={styles.filters}>
      <TextInput
        type="search"
        label={t('filters.search')}
        leftSection={<IconSearch size="1.25rem" aria-hidden />}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value);
        }}
      />
      {(['status', 'kind', 'method', 'period'] as const).map((name) => (
        <NativeSelect
          key={name}
          size="md"
          label={t(`filters.${name}`)}
          data={[all, ...choices[name]]}
          value={chosen[name]}
          onChange={({ currentTarget }) => onFilter(name, currentTarget.value)}
        />
      ))}
    </search>
  );
}
