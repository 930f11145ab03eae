import { Anchor, Badge, Button, Center, Skeleton, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { Order } from '../contract.ts';
import { ItemDrawing } from './item-drawing.tsx';
import { itemsQuery, ordersQuery } from './queries.ts';
import styles from './store.module.css';

/** How what became of an order is marked. */
export const stateColours: Record<Order['status'], string> = {
  pending: 'coins',
  fulfilled: 'green',
  refunded: 'gray',
};

/** What the reader has bought, and what has become of it. */
export function Orders() {
  const { t } = useTranslation(['store', 'shell']);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(ordersQuery);
  if (!data) {
    if (error) return <ErrorState error={error} title={t('orders.failed')} onRetry={refetch} />;
    return <Skeleton h="4.75rem" radius="lg" role="status" aria-label={t('shell:loading')} />;
  }
  const orders = data.pages.flatMap(({ items }) => items);
  if (orders.length === 0) {
    return <EmptyState title={t('orders.empty')} text={t('orders.emptyText')} titleOrder={3} />;
  }
  return (
    <>
      <ul className={styles.orders}>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {isFetchNextPageError && (
        <ErrorState error={error} title={t('orders.failed')} onRetry={fetchNextPage} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Center mt="lg">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('orders.more')}
          </Button>
        </Center>
      )}
    </>
  );
}

function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation('store');
  const { day } = useFigures();
  const { data } = useQuery(itemsQuery);
  const item = data?.items.find(({ id }) => id === order.itemId);
  const { status } = order;
  const on = status === 'pending' ? order.createdAt : order.updatedAt;
  return (
    <li className={styles.order}>
      <ItemDrawing icon={item?.icon ?? ''} category={item?.category} />
      <div className={styles.orderWords}>
        <Text fw={700}>{t(`items.${order.itemId}.name`, { defaultValue: order.itemId })}</Text>
        <Text size="sm" c="dimmed">
          {t(`orders.${status}.text`, { date: day(on) })}
        </Text>
        {order.note && <Text size="sm">{order.note}</Text>}
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
