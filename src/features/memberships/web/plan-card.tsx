import { Button, Card, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { guardianFirst } from '#features/accounts/contract.ts';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { Offer, PaidTier } from '../contract.ts';
import styles from './membership.module.css';
import type { Asking } from './plan-dialog-words.ts';
import { planLines } from './plan-lines.ts';
import { TierBadge } from './tier-badge.tsx';

/** One of the four plans: its price, what it includes, and what the reader can do about it. */
export function PlanCard({
  offer,
  closed,
  onAsk,
}: {
  offer: Offer;
  /** No payment provider is set up. */
  closed: boolean;
  onAsk: (asking: Asking) => void;
}) {
  const { t } = useTranslation(['memberships', 'shell']);
  const { shortMoney } = useFigures();
  const titleId = useId();
  const { tier, action, priceCents, currency } = offer;
  const isMine = action === 'current' || action === 'keep' || action === 'resume';
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      className={isMine ? `${styles.plan} ${styles.mine}` : styles.plan}
    >
      <Title order={3} size="h4" id={titleId}>
        <TierBadge tier={tier} />
      </Title>
      <div>
        <Text className={styles.price}>
          {priceCents === 0 ? t('plan.free') : shortMoney(priceCents, currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {t(priceCents === 0 ? 'plan.always' : 'plan.monthly')}
        </Text>
      </div>
      <ul className={styles.includes}>
        {planLines[tier].map((line) => (
          <li key={line}>
            <IconCheck size="1.125rem" aria-hidden />
            <span>{t(line)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Action offer={offer} closed={closed} onAsk={onAsk} />
      </div>
    </Card>
  );
}

function Action({
  offer,
  closed,
  onAsk,
}: {
  offer: Offer;
  closed: boolean;
  onAsk: (asking: Asking) => void;
}) {
  const { t } = useTranslation(['memberships', 'shell']);
  const { action, tier } = offer;
  if (action === 'none') {
    // The page says once, for all plans, that the guardian has to consent.
    return offer.refusal && offer.refusal !== guardianFirst.code ? (
      <Text size="sm" c="dimmed">
        {textOfRefusal(offer.refusal)}
      </Text>
    ) : null;
  }
  if (action === 'current' || action === 'next') return <Text fw={700}>{t(`actions.${action}`)}</Text>;
  const pays = action === 'buy' || action === 'upgrade';
  if (pays && closed) return null;
  const ask = () => {
    if (action === 'resume') onAsk({ act: 'resume' });
    else onAsk({ act: pays ? 'pay' : 'change', tier: tier as PaidTier, offer });
  };
  return (
    <Button
      fullWidth
      color="teach"
      variant={pays ? 'filled' : 'default'}
      onClick={ask}
      aria-label={t('actions.of', { action: t(`actions.${action}`), tier: t(`shell:tiers.${tier}`) })}
    >
      {t(`actions.${action}`)}
    </Button>
  );
}
