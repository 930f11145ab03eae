import { useState } from 'react';

/** The last thing that was there: what a dialog or a drawer goes on showing while it closes. */
export function useLast<Thing>(thing: Thing | null): Thing | null {
  const [last, setLast] = useState(thing);
  if (thing !== null && thing !== last) setLast(thing);
  return thing ?? last;
}
