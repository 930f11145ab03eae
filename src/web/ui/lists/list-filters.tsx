import { type ReactNode, useState } from 'react';
import type { List } from '../../api/use-list.ts';

/**
 * The filters of a list, left out where there is nothing to filter. Until that is known they keep their room unseen, so
 * that nothing moves and they do not flash. Filters that were shown stay, so that none vanishes under the hand of a
 * person who uses it.
 */
export function ListFilters({
  isEmpty,
  isFiltered,
  instead = null,
  children,
}: {
  /** Whether there is nothing to filter; undefined while it is unknown. */
  isEmpty: boolean | undefined;
  isFiltered: boolean;
  /** What stands there without them. */
  instead?: ReactNode;
  children: ReactNode;
}) {
  const [before, setBefore] = useState<boolean>();
  const isKnown = isFiltered || isEmpty !== undefined;
  const shown = before || !isKnown ? before : isFiltered || !isEmpty;
  if (shown !== before) setBefore(shown);
  if (shown === false) return instead;
  return <div style={{ visibility: shown ? undefined : 'hidden' }}>{children}</div>;
}

/** Whether a list without filters has nothing; undefined while it is unknown. One that cannot be read may have some. */
export function isEmptyList({
  items,
  query,
}: {
  items: readonly unknown[] | undefined;
  query: Pick<List<unknown>['query'], 'error' | 'isPlaceholderData'>;
}): boolean | undefined {
  if (!items && query.error) return false;
  // While a filter is taken off, the empty list is still that of the filter.
  if (!items || query.isPlaceholderData) return undefined;
  return items.length === 0;
}
