import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { KeyFigures } from '#web/ui/figures/key-figures.tsx';
import type { InkDropMood } from '#web/ui/ink-drop.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import type { OwnPayment } from '../contract.ts';
import { isGivenBackByHand } from '../rules.ts';
import { PaidAmount } from './paid-amount.tsx';
import { PaidTime } from './paid-time.tsx';
import { PayAgain } from './pay-again.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { PaymentNotFound } from './payment-not-found.tsx';
import styles from './payments.module.css';
import { ownPaymentQuery, useCheck, useDrop } from './queries.ts';
import { usePaidFor } from './use-paid-for.ts';
import { wayBack } from './way-back.ts';

export const meta = () => pageMeta(i18n.t('one.title', { ns: 'payments' }));

const moods: Record<string, InkDropMood> = { completed: 'happy', failed: 'surprised', refunded: 'asleep' };

/** The page to which a student returns from a checkout: the state of the payment, and what to do next. */
export default function PaymentPage() {
  const { t } = useTranslation('payments');
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(ownPaymentQuery(id));
  if (!data && (isRefusal(error, 'http/not-found') || isRefusal(error, 'http/bad-input')))
    return <PaymentNotFound />;
  if (!data) {
    return (
      <>
        <PageHeader title={t('one.title')} accent="teach" />
        {error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingBlocks heights={['22rem']} />}
      </>
    );
  }
  return <Outcome key={data.id} payment={data} />;
}

function Outcome({ payment }: { payment: OwnPayment }) {
  const { t } = useTranslation('payments');
  const { start, day } = useDates();
  const paidFor = usePaidFor();
  const { account } = useAccount();
  const { status, method, expiresAt, kind, id, createdAt, completedAt, givenBack } = payment;
  const check = useCheck(id);
  const isPending = status === 'pending';
  // A student may return before the webhook arrives, so the page asks the provider once.
  const { mutate } = check;
  useEffect(() => {
    if (isPending) mutate(undefined);
  }, [isPending, mutate]);
  const state = stateOf(payment);
  const until = expiresAt ? start(expiresAt) : '';
  const text = givenBack
    ? t(`givenBack.${givenBack.method}`, { day: day(givenBack.at) })
    : t(`one.${state}.text`, { until });
  return (
    <Stack className={styles.checkout}>
      {/* It changes by itself when the provider's answer comes. */}
      <div role="status">
        <EmptyState
          titleOrder={1}
          mood={moods[status] ?? 'thinking'}
          title={t(`one.${state}.title`)}
          text={text}
        />
      </div>
      <Card>
        <Stack>
          <Group justify="space-between">
            <div className={styles.words}>
              <Text fw={700}>{paidFor(payment)}</Text>
              <PaidTime payment={payment} />
              <Text>
                <PaidAmount payment={payment} />
              </Text>
            </div>
            <PaymentBadge payment={payment} />
          </Group>
          <KeyFigures
            figures={[
              { label: t('one.day'), figure: day(completedAt ?? createdAt) },
              { label: t('filters.method'), figure: t(`methods.${method}`) },
              { label: t('columns.person'), figure: account?.name },
              { label: t('one.number'), figure: id },
            ]}
          />
          <Text size="sm" className={styles.onPaper}>
            {window.location.host}
          </Text>
          {(status === 'completed' || status === 'refunded') && (
            <Button
              variant="default"
              leftSection={<IconPrinter size="1.25rem" aria-hidden />}
              onClick={() => window.print()}
            >
              {t('one.print')}
            </Button>
          )}
        </Stack>
      </Card>
      {isPending && <Waiting payment={payment} />}
      {status === 'failed' && <PayAgain payment={payment} />}
      {!isPending && (kind === 'single' ? <ToClass payment={payment} /> : <ToPlan status={status} />)}
    </Stack>
  );
}

/** What the page says of a payment. */
function stateOf(payment: OwnPayment) {
  const { status, method, refundWanted, owedBack, refundedByBank, givenBack } = payment;
  if (isGivenBackByHand(payment) && (refundWanted || status === 'refunded')) return 'refundedByHand';
  if (refundWanted) return 'sentBack';
  if (owedBack) return 'refundFailed';
  if (status === 'refunded' && refundedByBank && !givenBack) return 'byBank';
  return status === 'pending' && method === 'oxxo' ? 'voucher' : status;
}

/** The way on from the payment of a seat: the class, while it exists, which is the student's own once it is paid. */
function ToClass({ payment: { classId, status, refundWanted } }: { payment: OwnPayment }) {
  const { t } = useTranslation('payments');
  const isOwn = status === 'completed' && !refundWanted;
  return (
    <Button
      component={Link}
      to={classId ? `/classes?class=${classId}` : '/classes'}
      color="teach"
      // The first way on is to pay again.
      variant={status === 'failed' && classId ? 'default' : 'filled'}
    >
      {t(classId ? (isOwn ? 'one.toClass' : 'one.seeClass') : 'one.toClasses')}
    </Button>
  );
}

/** The way on from the payment of a plan: the class that the student wanted it for, and the plan. */
function ToPlan({ status }: { status: OwnPayment['status'] }) {
  const { t } = useTranslation('payments');
  const wanted = status === 'completed' ? wayBack.read() : null;
  return (
    <>
      {wanted && (
        <Button component={Link} to={wanted} color="live" onClick={() => wayBack.forget()}>
          {t('one.backToClass')}
        </Button>
      )}
      <Button
        component={Link}
        to="/membership"
        color="teach"
        variant={wanted || status === 'failed' ? 'default' : 'filled'}
      >
        {t('one.toMembership')}
      </Button>
    </>
  );
}

function Waiting({ payment: { id, url, method } }: { payment: OwnPayment }) {
  const { t } = useTranslation('payments');
  const [asking, setAsking] = useState(false);
  const drop = useDrop(id, {
    onSuccess: () => setAsking(false),
    onError: (error) => toastFailure(error, t('one.drop.failed')),
  });
  return (
    <>
      {url && (
        <Button component="a" href={url} color="teach">
          {t(method === 'oxxo' ? 'seeVoucher' : 'one.goOn')}
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
        onConfirm={() => drop.mutate(undefined)}
      />
    </>
  );
}
