import { useDeferredValue } from 'react';

/**
 * Defers the first answer of a query, so that React renders what it changes with interruptions, in which the browser
 * answers the reader; undefined until then. Rendered in one piece, a list that replaced its skeleton blocked a slow
 * phone for half a second. Later answers are rendered at once.
 */
export function useInSlices<Answer>(answer: Answer | undefined): Answer | undefined {
  const isDrawn = useDeferredValue(answer !== undefined);
  return isDrawn ? answer : undefined;
}
