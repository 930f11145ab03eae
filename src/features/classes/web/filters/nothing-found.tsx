import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { useClassFilters } from './class-filters.ts';

/** The empty state of a list that the reader has narrowed, with a button that removes the filters. */
export function NothingFound() {
  const { t } = useTranslation('classes');
  const [, , clear] = useClassFilters();
  return <EmptyState title={t('filters.nothing')} action={<ClearFilters onClear={clear} />} />;
}
