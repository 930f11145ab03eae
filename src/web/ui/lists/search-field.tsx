import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTypedFilter } from './use-typed-filter.ts';

export const longestSearch = 100;

export type Search = {
  label: string;
  /** What the list is searched for now, as its address says. */
  value: string;
  placeholder?: string;
  /** With it, a button empties the field. */
  clearLabel?: string;
};

/** What a list is searched for. `onSearch` is called with the trimmed text when the person pauses. */
export function SearchField({
  label,
  value,
  placeholder,
  clearLabel,
  className,
  maw,
  onSearch,
}: Search & { className?: string; maw?: string; onSearch: (text: string) => void }) {
  const [typed, type] = useTypedFilter(value, onSearch);
  return (
    <TextInput
      className={className}
      maw={maw}
      type="search"
      size="md"
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
