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
  /** The chosen value; empty for the first choice. */
  value: string;
  choices: { value: string; label: string }[];
  /** The label of the first choice, in place of the bar's. */
  allLabel?: string;
};

/** The filters of a list: a search, selects whose first choice filters nothing, and what else the page adds. */
export function FilterBar<Name extends string>({
  search,
  filters,
  allLabel,
  children,
  onFilter,
}: {
  search?: Search<Name>;
  filters: Filter<Name>[];
  /** The label of the choice that filters nothing. */
  allLabel: string;
  children?: ReactNode;
  /** Called with the trimmed search when the person pauses, and with a choice at once. */
  onFilter: (name: Name, value: string) => void;
}) {
  return (
    <search className={styles.filters}>
      {search && <SearchField search={search} onSearch={(text) => onFilter(search.name, text)} />}
      {filters.map((filter) => (
        <NativeSelect
          key={filter.name}
          size="md"
          label={filter.label}
          data={[{ value: '', label: filter.allLabel ?? allLabel }, ...filter.choices]}
          value={filter.value}
          onChange={({ currentTarget }) => onFilter(filter.name, currentTarget.value)}
        />
      ))}
      {children}
    </search>
  );
}

function SearchField<Name>({
  search: { label, value, placeholder, clearLabel },
  onSearch,
}: {
  search: Search<Name>;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const searchLater = useDebouncedCallback((text: string) => onSearch(text.trim()), pause);
  const type = (text: string) => {
    setTyped(text);
    searchLater(text);
  };
  return (
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
  );
}
