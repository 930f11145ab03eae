import { Badge, type MantineColor } from '@mantine/core';
import { IconCrown, IconDiamond, IconLeaf, IconStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Tier } from '#shared/actor.ts';

/** The icon and colour of each tier, on badges and in calendars. */
export const tierLooks: Record<Tier, { color: MantineColor; Icon: typeof IconLeaf }> = {
  free: { color: 'gray', Icon: IconLeaf },
  basic: { color: 'teach', Icon: IconStar },
  premium: { color: 'feed', Icon: IconDiamond },
  vip: { color: 'coins', Icon: IconCrown },
};

/** The name of a tier: Gratuito, Básico, Premium or VIP. */
export function TierBadge({ tier, size = 'lg' }: { tier: Tier; size?: 'sm' | 'md' | 'lg' }) {
  const { t } = useTranslation('shell');
  const { color, Icon } = tierLooks[tier];
  return (
    <Badge color={color} size={size} leftSection={<Icon size="1em" aria-hidden />}>
      {t(`tiers.${tier}`)}
    </Badge>
  );
}
