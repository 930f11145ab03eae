import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { RowList } from '#web/ui/lists/row-list.tsx';
import type { OwnPayment } from '../contract.ts';
import { PaidAmount } from './paid-amount.tsx';
import { PaidTime } from './paid-time.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import styles from './payments.module.css';
import { ownPaymentsQuery } from './queries.ts';
import { usePaidFor } from './use-paid-for.ts';

/** What the reader has paid, newest first. */
export function OwnPayments() {
  const { t } = useTranslation('payments');
  return (
    <PagedList
      isPart
      list={useList(ownPaymentsQuery)}
      failed={t('own.failed')}
      loading={<LoadingBlocks heights={['4.75rem']} />}
      empty={<EmptyState title={t('own.empty')} text={t('own.emptyText')} titleOrder={3} />}
      more={t('more')}
    >
      {(payments) => (
        <RowList>
          {payments.map((payment) => (
            <Row key={payment.id} payment={payment} />
          ))}
        </RowList>
      )}
    </PagedList>
  );
}

function Row({ payment }: { payment: OwnPayment }) {
  const { t } = useTranslation('payments');
  const { day, moment } = useDates();
  const paidFor = usePaidFor();
  const { id, status, method, url, isTest, createdAt, completedAt } = payment;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Anchor component={Link} to={`/payments/${id}`} fw={700} c="inherit">
          {paidFor(payment)}
          {/* A plan is paid for again each month. */}
          <span className="visually-hidden">, {moment(completedAt ?? createdAt)}</span>
        </Anchor>
        <PaidTime payment={payment} />
        <Text size="sm" c="dimmed">
          {day(completedAt ?? createdAt)} · {t(`methods.${method}`)}
        </Text>
        {status === 'pending' && (
          <Group gap="xs" mt="xs">
            {url && method === 'oxxo' && (
              <Button component="a" href={url} size="sm" color="teach">
                {t('seeVoucher')}
              </Button>
            )}
            <Button component={Link} to={`/payments/${id}`} size="sm" variant="default">
              {t('own.goOn')}
            </Button>
          </Group>
        )}
      </div>
      <div className={styles.amount}>
        <Text fw={800}>
          <PaidAmount payment={payment} />
        </Text>
        {isTest && <Badge color="gray">{t('test.badge')}</Badge>}
        <PaymentBadge payment={payment} />
      </div>
    </li>
  );
}
