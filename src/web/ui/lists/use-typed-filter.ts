import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { searchPauseMs } from '../forms/typing-pauses.ts';

/**
 * What is typed into the field of a filter, and a function that types: `onFilter` is called with the trimmed text when
 * the person pauses. `value` is what the list is filtered by now.
 */
export function useTypedFilter(
  value: string,
  onFilter: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  // Follows a filter that is set or removed outside the field. Its own comes back when more may have been typed.
  const [followed, setFollowed] = useState(value);
  const [asked, setAsked] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setAsked(value);
    if (value !== asked) setTyped(value);
  }
  const filterLater = useDebouncedCallback((text: string) => {
    setAsked(text.trim());
    onFilter(text.trim());
  }, searchPauseMs);
  return [
    typed,
    (text) => {
      setTyped(text);
      filterLater(text);
    },
  ];
}
