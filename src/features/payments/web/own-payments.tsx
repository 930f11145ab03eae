import { Badge, Button, Center, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { OwnPayment } from '../contract.ts';
import { PaymentBadge } from './payment-badge.tsx';
import styles from './payments.module.css';
import { ownPaymentsQuery } from './queries.ts';
import { useMoney } from './use-money.ts';
import { usePaidFor } from './use-paid-for.ts';

/** What the reader has paid, newest first. */
export function OwnPayments() {
  const { t } = useTranslation(['payments', 'shell']);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(ownPaymentsQuery);
  if (!data) {
    if (error) return <ErrorState error={error} title={t('own.failed')} onRetry={refetch} />;
    return <Skeleton h="4.75rem" radius="lg" role="status" aria-label={t('shell:loading')} />;
  }
  const payments = data.pages.flatMap(({ items }) => items);
  if (payments.length === 0) {
    return <EmptyState title={t('own.empty')} text={t('own.emptyText')} titleOrder={3} />;
  }
  return (
    <>
      <ul className={styles.list}>
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </ul>
      {isFetchNextPageError && <ErrorState error={error} title={t('own.failed')} onRetry={fetchNextPage} />}
      {hasNextPage && !isFetchNextPageError && (
        <Center mt="lg">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('more')}
          </Button>
        </Center>
      )}
    </>
  );
}

function Row({ payment }: { payment: OwnPayment }) {
  const { t } = useTranslation('payments');
  const { money, day } = useMoney();
  const paidFor = usePaidFor();
  const { id, status, method, isTest, createdAt } = payment;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Text fw={700}>{paidFor(payment)}</Text>
        <Text size="sm" c="dimmed">
          {day(createdAt)} · {t(`methods.${method}`)}
        </Text>
        {status === 'pending' && (
          <Button component={Link} to={`/payments/${id}`} size="sm" variant="default" mt="xs">
            {t('own.goOn')}
          </Button>
        )}
      </div>
      <div className={styles.amount}>
        <Text fw={800}>{money(payment.amountCents, payment.currency)}</Text>
        {isTest && <Badge color="gray">{t('test.badge')}</Badge>}
        <PaymentBadge payment={payment} />
      </div>
    </li>
  );
}
