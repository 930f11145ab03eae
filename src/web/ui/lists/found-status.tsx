import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { List } from '../../api/use-list.ts';
import { useFigures } from '../../i18n/use-figures.ts';

/** How many a list has by its filters; undefined while that is unknown. */
export type Found = { count: number; isMore: boolean } | undefined;

/**
 * Tells screen readers how many the list has after each change of its filters: what changed stands below the field, out
 * of their sight. Silent when the page opens, and when the list changes by itself.
 */
export function FoundStatus({ filters, found }: { filters: string; found: Found }) {
  const { t } = useTranslation('shell');
  const { number } = useFigures();
  const [toldOf, setToldOf] = useState(filters);
  const [told, setTold] = useState<Found>();
  if (filters !== toldOf && found) {
    setToldOf(filters);
    setTold(found);
  }
  function words({ count, isMore }: NonNullable<Found>) {
    if (count === 0) return t('filters.foundNone');
    const figure = number(count);
    return isMore ? t('filters.foundMore', { figure }) : t('filters.found', { count, figure });
  }
  return (
    <span role="status" className="visually-hidden">
      {/* By a key, so that the same number is told once more. */}
      {told && filters === toldOf && <span key={filters}>{words(told)}</span>}
    </span>
  );
}

/** What has been read of a list, page by page, and whether there is more. */
export function foundIn({ items, query }: Pick<List<unknown>, 'items' | 'query'>): Found {
  if (!items || query.isPlaceholderData || query.error) return undefined;
  return { count: items.length, isMore: query.hasNextPage };
}
