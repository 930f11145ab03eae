import { Badge, Button, Center, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { OverseenPayment, PaymentFilters } from '../contract.ts';
import { PaymentBadge } from './payment-badge.tsx';
import styles from './payments.module.css';
import { paymentsQuery } from './queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useMoney } from './use-money.ts';
import { usePaidFor } from './use-paid-for.ts';

/** Every payment that the filters let through, newest first. */
export function PaymentList({ filters }: { filters: PaymentFilters }) {
  const { t } = useTranslation(['payments', 'shell']);
  const [refunding, setRefunding] = useState<OverseenPayment | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(paymentsQuery(filters));
  if (!data) {
    if (error) return <ErrorState error={error} title={t('list.failed')} onRetry={refetch} />;
    return (
      <Stack role="status" aria-label={t('shell:loading')}>
        {['a', 'b', 'c', 'd'].map((place) => (
          <Skeleton key={place} h="4.75rem" radius="lg" />
        ))}
      </Stack>
    );
  }
  const payments = data.pages.flatMap(({ items }) => items);
  if (payments.length === 0) {
    const isFiltered = Object.keys(filters).length > 0;
    return <EmptyState title={t('list.empty')} text={t(isFiltered ? 'list.noneLeft' : 'list.emptyText')} />;
  }
  return (
    <>
      <ul className={styles.list}>
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} onRefund={() => setRefunding(payment)} />
        ))}
      </ul>
      {isFetchNextPageError && <ErrorState error={error} title={t('list.failed')} onRetry={fetchNextPage} />}
      {hasNextPage && !isFetchNextPageError && (
        <Center mt="lg">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('more')}
          </Button>
        </Center>
      )}
      <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />
    </>
  );
}

function Row({ payment, onRefund }: { payment: OverseenPayment; onRefund: () => void }) {
  const { t } = useTranslation('payments');
  const { money, moment } = useMoney();
  const paidFor = usePaidFor();
  const { person, method, isTest, createdAt, refundReason, note, status, refundWanted, allowed } = payment;
  const what = paidFor(payment);
  return (
    <li className={`${styles.row} ${styles.overseen}`}>
      <div className={styles.words}>
        <Text fw={700}>{person.name}</Text>
        <Text size="sm" c="dimmed">
          {person.email}
        </Text>
      </div>
      <div className={styles.words}>
        <Text>{what}</Text>
        <Text size="sm" c="dimmed">
          {t(`kinds.${payment.kind}`)} · {t(`methods.${method}`)} · {moment(createdAt)}
        </Text>
        {(refundReason ?? note) && (
          <Text size="sm" c="dimmed">
            {refundReason ?? note}
          </Text>
        )}
      </div>
      <div className={styles.amount}>
        <Text fw={800}>{money(payment.amountCents, payment.currency)}</Text>
        {isTest && <Badge color="gray">{t('test.badge')}</Badge>}
        <PaymentBadge payment={payment} />
      </div>
      <div className={styles.action}>
        {status === 'completed' && !refundWanted && allowed.refund === null && (
          <Button
            size="sm"
            variant="default"
            onClick={onRefund}
            aria-label={t('refund.openFor', { what, name: person.name })}
          >
            {t('refund.open')}
          </Button>
        )}
      </div>
    </li>
  );
}
