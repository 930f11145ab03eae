import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { deviceZone } from '#web/i18n/device-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { RowList } from '#web/ui/lists/row-list.tsx';
import type { OverseenPayment, PaymentFilters } from '../contract.ts';
import { PaymentBadge } from './payment-badge.tsx';
import styles from './payments.module.css';
import { paymentsQuery } from './queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { usePaidFor } from './use-paid-for.ts';

/** Every payment that the filters let through, newest first. */
export function PaymentList({ filters }: { filters: PaymentFilters }) {
  const { t } = useTranslation('payments');
  const [refunding, setRefunding] = useState<OverseenPayment | null>(null);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PagedList
        list={useList(paymentsQuery(filters))}
        failed={t('list.failed')}
        loading={<LoadingBlocks heights={['4.75rem']} times={4} gap="md" />}
        empty={
          <EmptyState title={t('list.empty')} text={t(isFiltered ? 'list.noneLeft' : 'list.emptyText')} />
        }
        more={t('more')}
      >
        {(payments) => (
          <RowList>
            {payments.map((payment) => (
              <Row key={payment.id} payment={payment} onRefund={() => setRefunding(payment)} />
            ))}
          </RowList>
        )}
      </PagedList>
      <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />
    </>
  );
}

function Row({ payment, onRefund }: { payment: OverseenPayment; onRefund: () => void }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const { moment } = useDates(deviceZone());
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
