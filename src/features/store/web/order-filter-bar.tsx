import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import { type OrderFilters, orderStatuses } from '../contract.ts';
import { managedItemsQuery } from './queries.ts';

type Bar = ComponentProps<typeof FilterBar<keyof OrderFilters>>;

/** Narrows the orders by words, state and item; teachers are sent one item only, the certificate. */
export function OrderFilterBar({
  filters,
  certificatesOnly,
  found,
  onFilter,
}: {
  filters: OrderFilters;
  certificatesOnly: boolean;
  found: Bar['found'];
  onFilter: Bar['onFilter'];
}) {
  const { t } = useTranslation('store');
  const items = useQuery({ ...managedItemsQuery, enabled: !certificatesOnly });
  return (
    <FilterBar<keyof OrderFilters>
      search={{
        name: 'search',
        label: t('manage.search'),
        placeholder: t(certificatesOnly ? 'manage.searchHintName' : 'manage.searchHint'),
        value: filters.search ?? '',
      }}
      filters={[
        {
          name: 'status',
          label: t('manage.state'),
          value: filters.status ?? '',
          choices: orderStatuses.map((value) => ({ value, label: t(`orders.${value}.label`) })),
        },
        ...(certificatesOnly
          ? []
          : [
              {
                name: 'itemId' as const,
                label: t('manage.item'),
                value: filters.itemId ?? '',
                choices: (items.data?.items ?? []).map(({ id }) => ({
                  value: id,
                  label: t(`items.${id}.name`, { defaultValue: id }),
                })),
              },
            ]),
      ]}
      allLabel={t('manage.all')}
      found={found}
      onFilter={onFilter}
    />
  );
}
