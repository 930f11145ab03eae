import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { searchPauseMs } from '../forms/typing-pauses.ts';

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
  const [typed, setTyped] = useState(value);
  // Follows a search that is set or removed outside the field. Its own comes back when more may have been typed.
  const [followed, setFollowed] = useState(value);
  const [asked, setAsked] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setAsked(value);
    if (value !== asked) setTyped(value);
  }
  const searchLater = useDebouncedCallback((text: string) => {
    setAsked(text.trim());
    onSearch(text.trim());
  }, searchPauseMs);
  const type = (text: string) => {
    setTyped(text);
    searchLater(text);
  };
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
