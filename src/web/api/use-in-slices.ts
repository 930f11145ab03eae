import { useDeferredValue } from 'react';

/**
 * An answer of the server, once React draws what it changes in slices, between which the browser answers the reader;
 * undefined until then. What an answer of a query changes is drawn in one piece otherwise: a list that replaces its
 * skeleton blocked a slow phone for half a second. Later answers are drawn at once.
 */
export function useInSlices<Answer>(answer: Answer | undefined): Answer | undefined {
  const isDrawn = useDeferredValue(answer !== undefined);
  return isDrawn ? answer : undefined;
}
