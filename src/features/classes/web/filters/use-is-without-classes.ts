import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../contract.ts';
import { anyClassQuery } from '../queries.ts';

/**
 * Whether a list without filters is empty because no class is to come, in any language: it shows the reader's own
 * languages only. Undefined while that is unknown.
 */
export function useIsWithoutClasses(isEmpty: boolean | undefined, kind?: Kind): boolean | undefined {
  const { data, error } = useQuery({ ...anyClassQuery(kind), enabled: isEmpty === true });
  if (!isEmpty) return isEmpty;
  return data ? data.items.length === 0 : error ? false : undefined;
}
