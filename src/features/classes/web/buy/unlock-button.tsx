import { Button, Stack, Text, Title } from '@mantine/core';
import { IconLock, IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wayBack } from '#features/payments/web/way-back.ts';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { type ClassCard, enrolRefusals } from '../../contract.ts';
import { learnersAddress } from '../../rules.ts';
import styles from '../seat/class-card.module.css';
import { usePlanPrice } from '../seat/plan-price.tsx';
import { RefundTerms } from './refund-terms.tsx';
import { useBuySeat } from './use-buy-seat.ts';

/** The one action of a class that the reader's plan does not include: a dialog offers this seat and the plan. */
export function UnlockButton({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation(['classes', 'shell']);
  const { shortMoney } = useFigures();
  const [asking, setAsking] = useState(false);
  const { title, requiredTier, priceCents, currency, allowed } = liveClass;
  const buy = useBuySeat(liveClass, () => setAsking(false));
  const planPrice = usePlanPrice(requiredTier);
  const isSold = allowed.buy === null;
  const seatPrice = shortMoney(priceCents ?? 0, currency);
  const monthly = planPrice && t('unlock.monthly', { price: planPrice });
  const price = isSold ? seatPrice : monthly;
  return (
    <>
      <Button
        size="sm"
        color="live"
        variant="light"
        leftSection={<IconLock size="1.125rem" aria-hidden />}
        onClick={() => setAsking(true)}
        aria-label={price ? t('unlock.openFor', { price, title }) : t('unlock.openWithoutPrice', { title })}
      >
        {price ? t('unlock.open', { price }) : t('unlock.title')}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('unlock.title')}>
        <Stack>
          <Text>{isSold ? t('unlock.text') : textOfRefusal(enrolRefusals.tierTooLow.code)}</Text>
          {isSold && (
            <section className={styles.way}>
              <Title order={3} size="h4">
                {t('price.seat', { price: seatPrice })}
              </Title>
              <Text size="sm">{t('buy.text', { title, price: seatPrice })}</Text>
              <RefundTerms liveClass={liveClass} now={now} />
              <Button
                color="live"
                leftSection={<IconTicket size="1.25rem" aria-hidden />}
                loading={buy.busy}
                onClick={buy.start}
              >
                {t('buy.confirm')}
              </Button>
            </section>
          )}
          <section className={styles.way}>
            <Title order={3} size="h4">
              {t('unlock.plan', { tier: t(`shell:tiers.${requiredTier}`) })}
              {monthly && ` · ${monthly}`}
            </Title>
            <Text size="sm">{t('unlock.planText')}</Text>
            <Button
              component={Link}
              to="/membership"
              // After the payment the student returns to this class.
              onClick={() => wayBack.keep(learnersAddress(liveClass.id))}
              variant={isSold ? 'default' : 'filled'}
              color="teach"
            >
              {t('seat.seePlans')}
            </Button>
          </section>
        </Stack>
      </Modal>
    </>
  );
}
