import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import styles from './filter-bar.module.css';

/** Long enough for a word to be typed, in milliseconds. */
const pause = 300;
const longestSearch = 100;

type Search<Name> = {
  name: Name;
  label: string;
  /** What is searched for when the bar appears. */
  value: string;
  placeholder?: string;
  /** With it, a button empties the field. */
  clearLabel?: string;
};

type Filter<Name> = {
  name: Name;
  label: string;
  /** The chosen value; empty for all. */
  value: string;
  choices: { value: string; label: string }[];
};

/** What a list is filtered by: a search, choices that begin with "all", and what else the page adds. */
export function FilterBar<Name extends string>({
  search,
  filters,
  allLabel,
  children,
  onFilter,
}: {
  search: Search<Name>;
  filters: Filter<Name>[];
  /** What the choice that filters nothing says. */
  allLabel: string;
  children?: ReactNode;
  /** Called with the trimmed search when its writer pauses, and with a choice at once. */
  onFilter: (name: Name, value: string) => void;
}) {
  const { name, label, value, placeholder, clearLabel } = search;
  const [typed, setTyped] = useState(value);
  const searchLater = useDebouncedCallback((text: string) => onFilter(name, text.trim()), pause);
  const type = (text: string) => {
    setTyped(text);
    searchLater(text);
  };
  return (
    <search className={styles.filters}>
      <TextInput
        className={styles.search}
        type="search"
        label={label}
        placeholder={placeholder}
        leftSection={<IconSearch size="1.25rem" aria-hidden />}
        rightSection={
          clearLabel && typed && <CloseButton aria-label={clearLabel} size="md" onClick={() => type('')} />
        }
        maxLength={longestSearch}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {filters.map((filter) => (
        <NativeSelect
          key={filter.name}
          size="md"
          label={filter.label}
          data={[{ value: '', label: allLabel }, ...filter.choices]}
          value={filter.value}
          onChange={({ currentTarget }) => onFilter(filter.name, currentTarget.value)}
        />
      ))}
      {children}
    </search>
  );
}
