import { Anchor, Badge, type MantineColor, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { RowList } from '#web/ui/lists/row-list.tsx';
import { LinkedText } from '#web/ui/written-text/linked-text.tsx';
import type { Order } from '../contract.ts';
import { ItemDrawing } from './item-drawing.tsx';
import { itemsQuery, ordersQuery } from './queries.ts';
import styles from './store.module.css';

/** The icon and colour of each status. */
export const stateColours: Record<Order['status'], MantineColor> = {
  pending: 'coins',
  fulfilled: 'green',
  refunded: 'gray',
};

/** The reader's orders and their status. */
export function Orders() {
  const { t } = useTranslation('store');
  return (
    <PagedList
      list={useList(ordersQuery)}
      failed={t('orders.failed')}
      loading={<LoadingBlocks heights={['4.75rem']} />}
      empty={<EmptyState title={t('orders.empty')} text={t('orders.emptyText')} titleOrder={3} />}
      more={t('orders.more')}
    >
      {(orders) => (
        <RowList>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </RowList>
      )}
    </PagedList>
  );
}

function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation('store');
  const { day } = useDates();
  const { data } = useQuery(itemsQuery);
  const item = data?.items.find(({ id }) => id === order.itemId);
  const { status } = order;
  const on = order.settledAt ?? order.createdAt;
  return (
    <li className={styles.order}>
      <ItemDrawing icon={item?.icon ?? ''} category={item?.category} />
      <div className={styles.orderWords}>
        <Text fw={700}>{t(`items.${order.itemId}.name`, { defaultValue: order.itemId })}</Text>
        <Text size="sm" c="dimmed">
          {t(`orders.${status}.text`, { date: day(on) })}
        </Text>
        {order.note && <LinkedText size="sm" text={order.note} />}
        {order.certificate && (
          <Anchor component={Link} to={`/certificates/${order.certificate}`} className={styles.toCertificate}>
            <IconCertificate size="1.25rem" aria-hidden />
            {t('orders.toCertificate')}
          </Anchor>
        )}
      </div>
      <div className={styles.orderState}>
        <CoinAmount coins={order.price} />
        <Badge color={stateColours[status]} size="lg">
          {t(`orders.${status}.label`)}
        </Badge>
      </div>
    </li>
  );
}
