import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { deviceZone } from '#web/i18n/device-zone.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { InkDropMood } from '#web/ui/ink-drop.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toastFailure } from '#web/ui/toast.ts';
import type { OwnPayment } from '../contract.ts';
import { PaymentBadge } from './payment-badge.tsx';
import styles from './payments.module.css';
import { ownPaymentQuery, useCheck, useDrop } from './queries.ts';
import { usePaidFor } from './use-paid-for.ts';

export function meta() {
  return [{ title: `${i18n.t('one.title', { ns: 'payments' })} · Sumi` }];
}

const moods: Record<string, InkDropMood> = { completed: 'happy', failed: 'surprised', refunded: 'asleep' };

/** Where somebody comes back to from paying: what has become of it, and what they can do now. */
export default function PaymentPage() {
  const { t } = useTranslation(['payments', 'shell']);
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(ownPaymentQuery(id));
  if (!data) {
    return (
      <>
        <PageHeader title={t('one.title')} accent="teach" />
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <Skeleton h="22rem" radius="lg" role="status" aria-label={t('shell:loading')} />
        )}
      </>
    );
  }
  return <Outcome key={data.id} payment={data} />;
}

function Outcome({ payment }: { payment: OwnPayment }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const { moment } = useDates(deviceZone());
  const paidFor = usePaidFor();
  const { status, method, refundWanted, expiresAt, kind, id } = payment;
  const check = useCheck(id);
  const isPending = status === 'pending';
  // Whoever comes back sooner than the payment service tells us should not have to wait for it.
  const { mutate } = check;
  useEffect(() => {
    if (isPending) mutate(undefined);
  }, [isPending, mutate]);
  const state = refundWanted ? 'sentBack' : isPending && method === 'oxxo' ? 'voucher' : status;
  const until = expiresAt ? moment(expiresAt) : '';
  return (
    <Stack className={styles.checkout}>
      <EmptyState
        titleOrder={1}
        mood={moods[status] ?? 'thinking'}
        title={t(`one.${state}.title`)}
        text={t(`one.${state}.text`, { until })}
      />
      <Card>
        <Group justify="space-between">
          <div className={styles.words}>
            <Text fw={700}>{paidFor(payment)}</Text>
            <Text>{money(payment.amountCents, payment.currency)}</Text>
          </div>
          <PaymentBadge payment={payment} />
        </Group>
      </Card>
      {isPending && <Waiting payment={payment} />}
      {!isPending && (
        <Button component={Link} to={kind === 'single' ? '/classes' : '/membership'} color="teach">
          {t(kind === 'single' ? 'one.toClasses' : 'one.toMembership')}
        </Button>
      )}
    </Stack>
  );
}

function Waiting({ payment: { id, url, isTest } }: { payment: OwnPayment }) {
  const { t } = useTranslation('payments');
  const [asking, setAsking] = useState(false);
  const drop = useDrop(id);
  const goOn = url ?? (isTest ? `/payments/test/${id}` : null);
  return (
    <>
      {goOn && (
        <Button component="a" href={goOn} color="teach">
          {t('one.goOn')}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('one.drop.open')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('one.drop.title')}
        text={t('one.drop.text')}
        confirmLabel={t('one.drop.confirm')}
        danger
        busy={drop.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          drop.mutate(undefined, {
            onError: (error) => toastFailure(error),
            onSettled: () => setAsking(false),
          })
        }
      />
    </>
  );
}
