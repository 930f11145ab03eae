import { useTranslation } from 'react-i18next';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import type { Found } from '#web/ui/lists/found-status.tsx';
import { kinds, listedStatuses, methods } from '../contract.ts';
import { type NamedFilters, periods } from './payment-filters.ts';

/** The filters of the list, its totals and its export. */
export function PaymentFilterBar({
  filters,
  found,
  onFilter,
}: {
  filters: NamedFilters;
  found: Found;
  onFilter: (name: keyof NamedFilters, value: string) => void;
}) {
  const { t } = useTranslation('payments');
  const choices = {
    status: listedStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
    kind: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
    method: methods.map((value) => ({ value, label: t(`methods.${value}`) })),
    period: periods.map((value) => ({ value, label: t(`periods.${value}`) })),
  };
  return (
    <FilterBar<keyof NamedFilters>
      search={{
        name: 'search',
        label: t('filters.search'),
        placeholder: t('filters.searchHint'),
        value: filters.search ?? '',
      }}
      filters={(['status', 'kind', 'method', 'period'] as const).map((name) => ({
        name,
        label: t(`filters.${name}`),
        value: filters[name] ?? '',
        choices: choices[name],
        allLabel: t(`filters.every.${name}`),
      }))}
      allLabel={t('filters.every.status')}
      found={found}
      onFilter={onFilter}
    />
  );
}
