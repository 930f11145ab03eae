import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import type { TestCheckout, TestOutcome } from '../contract.ts';
import styles from './payments.module.css';
import { testCheckoutQuery, useTestDecision } from './queries.ts';
import { usePaidFor } from './use-paid-for.ts';

export const meta = () => pageMeta(i18n.t('test.title', { ns: 'payments' }));

/** The checkout page of the test provider: the student chooses the outcome, and no money moves. */
export default function TestCheckoutPage() {
  const { t } = useTranslation('payments');
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(testCheckoutQuery(id));
  return (
    <Stack className={styles.checkout}>
      <Alert color="coins" icon={<IconFlask aria-hidden />} title={t('test.mark')}>
        {t('test.text')}
      </Alert>
      {!data && <PageHeader title={t('test.title')} />}
      {data && <Checkout checkout={data} />}
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <LoadingBlocks heights={['22rem']} />}
    </Stack>
  );
}

function Checkout({ checkout }: { checkout: TestCheckout }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const paidFor = usePaidFor();
  const navigate = useNavigate();
  const decision = useTestDecision(checkout.id, (error) => toastFailure(error, t('test.failed')));
  const { state, amountCents, monthlyCents, currency } = checkout;
  const decide = (outcome: TestOutcome) =>
    decision.mutate(outcome, { onSuccess: () => navigate(`/payments/${checkout.id}`) });
  const choices = choicesOf(checkout);
  return (
    <Card>
      <Stack>
        <div>
          <Title order={1} size="h2" className={styles.words}>
            {paidFor(checkout)}
          </Title>
          <Text size="xl" fw={800}>
            {money(amountCents, currency)}
          </Text>
          {monthlyCents !== null && (
            <Text c="dimmed">{t('test.monthly', { amount: money(monthlyCents, currency) })}</Text>
          )}
        </div>
        {choices.length === 0 && <Text role="status">{t(`test.over.${state}`)}</Text>}
        {choices.map((outcome) => (
          <Button
            key={outcome}
            variant={outcome === 'paid' || outcome === 'voucher-paid' ? 'filled' : 'default'}
            color="teach"
            disabled={decision.isPending}
            loading={decision.isPending && decision.variables === outcome}
            onClick={() => decide(outcome)}
          >
            {t(`test.outcomes.${outcome}`)}
          </Button>
        ))}
        <Button component={Link} to={`/payments/${checkout.id}`} variant="subtle">
          {t('test.back')}
        </Button>
      </Stack>
    </Card>
  );
}

function choicesOf({ state, offersVoucher }: TestCheckout): TestOutcome[] {
  if (state === 'open')
    return ['paid', ...(offersVoucher ? (['voucher'] as const) : []), 'declined', 'expired'];
  return state === 'waiting' ? ['voucher-paid', 'expired'] : [];
}
