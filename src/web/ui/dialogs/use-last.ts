import { useState } from 'react';

/** The last value that was not null: what a dialog or drawer shows while it closes. */
export function useLast<Thing>(thing: Thing | null): Thing | null {
  const [last, setLast] = useState(thing);
  if (thing !== null && thing !== last) setLast(thing);
  return thing ?? last;
}
