import { Badge, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import type { Payout } from '../../contract.ts';
import styles from '../payments.module.css';
import { payoutsQuery, useReversePayout } from './queries.ts';

/** What was paid out, newest first. An administrator, who names the teacher, may take a payout back. */
export function Payouts({ teacherId }: { teacherId: string | undefined }) {
  const { t } = useTranslation('payments');
  const [asked, setAsked] = useState<Payout | null>(null);
  return (
    <section aria-labelledby="payouts-title">
      <Title order={3} size="h4" id="payouts-title" mb="xs">
        {t(teacherId ? 'payouts.title' : 'payouts.own.title')}
      </Title>
      <PagedList
        list={useList(payoutsQuery(teacherId))}
        failed={t(teacherId ? 'payouts.failed' : 'payouts.own.failed')}
        loading={<LoadingBlocks heights={['2.5rem']} times={2} gap="xs" />}
        empty={<Text c="dimmed">{t('payouts.empty')}</Text>}
        more={t('more')}
      >
        {(payouts) => (
          <ul className={styles.plain}>
            {payouts.map((payout) => (
              <PayoutLine
                key={payout.id}
                payout={payout}
                onReverse={teacherId ? () => setAsked(payout) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <Reversal payout={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

function PayoutLine({ payout, onReverse }: { payout: Payout; onReverse: (() => void) | undefined }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const { shortDay } = useDates();
  const { amountCents, currency, paidAt, note, recordedBy, reversedAt } = payout;
  const amount = money(amountCents, currency);
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <Text td={reversedAt ? 'line-through' : undefined}>{amount}</Text>
        <Text size="sm" c="dimmed">
          {[shortDay(paidAt), t('payouts.by', { name: recordedBy }), note].filter(Boolean).join(' · ')}
        </Text>
      </span>
      {reversedAt ? (
        <Badge color="gray">{t('payouts.reversed')}</Badge>
      ) : (
        onReverse && (
          <Button
            size="sm"
            variant="default"
            onClick={onReverse}
            aria-label={t('payouts.reverseOf', { amount, day: shortDay(paidAt) })}
          >
            {t('payouts.reverse')}
          </Button>
        )
      )}
    </li>
  );
}

function Reversal({ payout, onClose }: { payout: Payout | null; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const reverse = useReversePayout({ done: t('payouts.reverseDone'), onDone: onClose });
  const shown = useLast(payout);
  if (!shown) return null;
  return (
    <ConfirmDialog
      opened={payout !== null}
      title={t('payouts.reverseAsk')}
      text={t('payouts.reverseText', { amount: money(shown.amountCents, shown.currency) })}
      confirmLabel={t('payouts.reverse')}
      danger
      busy={reverse.isPending}
      onClose={onClose}
      onConfirm={() => reverse.mutate(shown.id)}
    />
  );
}
