import { Alert, Stack, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guardianFirst } from '#features/accounts/contract.ts';
import { ContactLink } from '#features/accounts/web/contact-link.tsx';
import { OwnPayments } from '#features/payments/web/own-payments.tsx';
import { i18n } from '#web/i18n/i18n.ts';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { MembershipAnswer, Offer } from '../contract.ts';
import { CurrentPlan } from './current-plan.tsx';
import styles from './membership.module.css';
import { PlanCard } from './plan-card.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import type { Asking } from './plan-dialog-words.ts';
import { membershipQuery } from './queries.ts';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'memberships' }));

/** The reader's plan, the four plans, and the reader's payments. */
export default function MembershipPage() {
  const { t } = useTranslation('memberships');
  const { data, error, refetch } = useQuery(membershipQuery);
  return (
    <div>
      <PageHeader title={t('page.title')} text={t('page.text')} accent="teach" />
      {data && <Plans answer={data} />}
      {!data && error && <ErrorState error={error} title={t('page.failed')} onRetry={refetch} />}
      {!data && !error && <LoadingBlocks heights={['19rem']} times={4} className={styles.plans} />}
      <section>
        <Title order={2} mt="xl" mb="md">
          {t('page.payments')}
        </Title>
        <OwnPayments />
      </section>
    </div>
  );
}

function Plans({ answer: { membership, offers, payments } }: { answer: MembershipAnswer }) {
  const { t } = useTranslation('memberships');
  const [asking, setAsking] = useState<Asking | null>(null);
  return (
    <Stack gap="lg">
      {payments === 'test' && (
        <Alert color="coins" icon={<IconFlask aria-hidden />} title={t('page.test')}>
          {t('page.testText')}
        </Alert>
      )}
      {payments === 'closed' && (
        <Alert color="gray" title={t('page.closed')}>
          <ContactLink />
        </Alert>
      )}
      {offers.some(({ refusal }) => refusal === guardianFirst.code) && (
        <Alert color="gray" title={textOfRefusal(guardianFirst.code)} />
      )}
      {membership && <CurrentPlan membership={membership} onAsk={setAsking} />}
      <section aria-labelledby="plans-title">
        <Title order={2} mb="md" id="plans-title">
          {t('page.plans')}
        </Title>
        <div className={styles.plans}>
          {offers.map((offer) => (
            <PlanCard key={offer.tier} offer={offer} closed={payments === 'closed'} onAsk={setAsking} />
          ))}
        </div>
      </section>
      <PlanDialog
        asking={asking && asOffered(asking, offers)}
        membership={membership}
        onClose={() => setAsking(null)}
      />
    </Stack>
  );
}

/** With what the plan costs now, which may change while the dialog asks. */
function asOffered(asking: Asking, offers: readonly Offer[]): Asking {
  if (!('offer' in asking)) return asking;
  return { ...asking, offer: offers.find(({ tier }) => tier === asking.tier) ?? asking.offer };
}
