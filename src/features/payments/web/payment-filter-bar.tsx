import { useTranslation } from 'react-i18next';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import { kinds, listedStatuses, methods } from '../contract.ts';
import { type Chosen, type FilterName, periods } from './payment-filters.ts';

/** The filters of the list, its totals and its export. */
export function PaymentFilterBar({
  chosen,
  onFilter,
}: {
  chosen: Chosen;
  onFilter: (name: FilterName, value: string) => void;
}) {
  const { t } = useTranslation('payments');
  const choices = {
    status: listedStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
    kind: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
    method: methods.map((value) => ({ value, label: t(`methods.${value}`) })),
    period: periods
      .filter((value) => value !== 'all')
      .map((value) => ({ value, label: t(`periods.${value}`) })),
  };
  return (
    <FilterBar<FilterName>
      search={{ name: 'search', label: t('filters.search'), value: chosen.search }}
      filters={(['status', 'kind', 'method', 'period'] as const).map((name) => ({
        name,
        label: t(`filters.${name}`),
        value: chosen[name],
        choices: choices[name],
        allLabel: t(`filters.every.${name}`),
      }))}
      allLabel={t('filters.every.status')}
      onFilter={onFilter}
    />
  );
}
