import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { foundIn } from '#web/ui/lists/found-status.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { certificateItem, type ManagedOrder, mostFulfilledAtOnce, orderFilters } from '../contract.ts';
import { ChooseOrders } from './choose-orders.tsx';
import { FulfilDialog } from './fulfil-dialog.tsx';
import { FulfilManyDialog } from './fulfil-many-dialog.tsx';
import { ManagedOrderCard } from './managed-order-card.tsx';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { allOrdersQuery } from './queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import styles from './store.module.css';

/**
 * Pending orders, then settled ones, by filters that stand in the address; `certificatesOnly` for teachers, to whom the
 * server sends no others.
 */
export function OrdersToSettle({ certificatesOnly = false }: { certificatesOnly?: boolean }) {
  const { t } = useTranslation('store');
  const { number } = useFigures();
  const [filters, choose, clear] = useFilters(orderFilters.shape);
  const [asked, setAsked] = useState<{ order: ManagedOrder; act: 'fulfil' | 'refund' } | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // As they were chosen: while the dialog is open, the list may be read again and others be left of them.
  const [handed, setHanded] = useState<readonly string[] | null>(null);
  const orders = useList(allOrdersQuery(filters));
  const open = certificatesOnly ? [] : (orders.items ?? []).filter(mayBeChosen);
  const chosen = open.flatMap(({ id }) => (ticked.has(id) ? [id] : [])).slice(0, mostFulfilledAtOnce);
  const tick = (ids: readonly string[], on: boolean) =>
    setTicked((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(on ? ids : [])));
  const waiting = orders.first?.waiting;
  const filtered = Object.keys(filters).length > 0;
  // While a filter is taken off, the empty list is still that of the filter.
  if (!filtered && orders.items?.length === 0 && !orders.query.isPlaceholderData)
    return (
      <EmptyState
        title={t(certificatesOnly ? 'certificates.empty' : 'manage.empty')}
        text={t(certificatesOnly ? 'certificates.emptyText' : 'manage.emptyText')}
        mood="proud"
      />
    );
  return (
    <Stack gap="md">
      <OrderFilterBar
        filters={filters}
        certificatesOnly={certificatesOnly}
        found={foundIn(orders)}
        onFilter={choose}
      />
      <Text role="status" c="dimmed" mih="1lh">
        {waiting !== undefined && t('manage.waiting', { count: waiting, figure: number(waiting) })}
      </Text>
      {open.length > 1 && (
        <ChooseOrders
          open={open.length}
          chosen={chosen.length}
          onChoose={(on) =>
            tick(
              open.map(({ id }) => id),
              on,
            )
          }
          onFulfil={() => setHanded(chosen)}
        />
      )}
      <PagedList
        list={orders}
        failed={t('manage.failed')}
        loading={<LoadingBlocks heights={['9rem']} times={3} />}
        empty={
          <EmptyState
            title={t('manage.notFound')}
            mood="surprised"
            action={<ClearFilters onClear={clear} />}
          />
        }
        more={t('manage.more')}
      >
        {(list) => (
          <ul className={styles.managed} aria-busy={orders.query.isPlaceholderData}>
            {list.map((order) => (
              <ManagedOrderCard
                key={order.id}
                order={order}
                choice={
                  open.length > 1 && open.includes(order)
                    ? { chosen: ticked.has(order.id), onChoose: (on) => tick([order.id], on) }
                    : null
                }
                onAct={(act) => setAsked({ order, act })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {asked?.act === 'fulfil' && (
        <FulfilDialog key={asked.order.id} order={asked.order} onClose={() => setAsked(null)} />
      )}
      {asked?.act === 'refund' && (
        <RefundDialog key={asked.order.id} order={asked.order} onClose={() => setAsked(null)} />
      )}
      {handed && (
        <FulfilManyDialog
          ids={handed}
          onDone={() => {
            setHanded(null);
            tick(handed, false);
          }}
          onClose={() => setHanded(null)}
        />
      )}
    </Stack>
  );
}

/** An order that is fulfilled without more than a note. */
const mayBeChosen = ({ allowed, itemId }: ManagedOrder) => allowed.fulfil && itemId !== certificateItem;
