import { useEffect, useRef, useState } from 'react';

/**
 * Whether a part of the profile is open for changes. The keyboard follows: into the first field as it opens, back
 * to the button that opened it as it closes.
 */
export function useEditing() {
  const [editing, setEditing] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current !== editing) (editing ? firstField : button).current?.focus();
    before.current = editing;
  }, [editing]);
  return { editing, firstField, button, open: () => setEditing(true), close: () => setEditing(false) };
}
