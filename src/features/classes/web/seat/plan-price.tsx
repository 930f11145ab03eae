import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { plansQuery } from '#features/memberships/web/plans-query.ts';
import { TierBadge, tierLooks } from '#features/memberships/web/tier-badge.tsx';
import { type Tier, tierRank } from '#shared/actor.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ClassCard } from '../../contract.ts';

/** The monthly price of the plan of a tier as a text; null for the free tier and until prices are loaded. */
export function usePlanPrice(tier: Tier): string | null {
  const { shortMoney } = useFigures();
  const plan = useQuery(plansQuery).data?.items.find((each) => each.tier === tier);
  return plan && plan.priceCents > 0 ? shortMoney(plan.priceCents, plan.currency) : null;
}

/** The label of what a class requires: `Gratis`, or the monthly price of its plan with the plan's icon. */
export function PriceBadge({ tier, size = 'lg' }: { tier: Tier; size?: 'sm' | 'md' | 'lg' }) {
  const { t } = useTranslation(['classes', 'shell']);
  const price = usePlanPrice(tier);
  const { color, Icon } = tierLooks[tier];
  if (tier !== 'free' && price === null) return <TierBadge tier={tier} size={size} />;
  return (
    <Badge color={color} size={size} leftSection={<Icon size="1em" aria-hidden />}>
      {price ?? t('price.free')}
      {price && <span className="visually-hidden">{` ${t(`shell:tiers.${tier}`)}`}</span>}
    </Badge>
  );
}

/**
 * What the label means: `Incluida en el plan Premium ($20 USD al mes)`, and `Incluida en tu plan` where the reader's
 * plan is high enough. Nothing for a free class.
 */
export function PriceWords({
  liveClass: { requiredTier, kind },
}: {
  liveClass: Pick<ClassCard, 'requiredTier' | 'kind'>;
}) {
  const { t } = useTranslation(['classes', 'shell']);
  const { account } = useAccount();
  const price = usePlanPrice(requiredTier);
  if (price === null) return null;
  const isTheirs = account !== null && tierRank(account.tier) >= tierRank(requiredTier);
  return (
    <Text size="sm" c="dimmed">
      {isTheirs
        ? t(`price.yours.${kind}`)
        : t(`price.included.${kind}`, { tier: t(`shell:tiers.${requiredTier}`), price })}
    </Text>
  );
}
