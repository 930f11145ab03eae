import { type MantineColor, ThemeIcon } from '@mantine/core';
import {
  IconBook2,
  IconBrush,
  IconCertificate,
  IconGift,
  IconShieldHeart,
  IconStack2,
  IconTimeDuration30,
  IconTimeDuration60,
} from '@tabler/icons-react';
import type { StoreCategory } from '../contract.ts';

const drawings: Record<string, typeof IconGift> = {
  // Private classes of 30 and of 60 minutes: two people would read as a class for two.
  user: IconTimeDuration30,
  users: IconTimeDuration60,
  stack: IconStack2,
  certificate: IconCertificate,
  book: IconBook2,
  brush: IconBrush,
  shield: IconShieldHeart,
};

const categoryColours: Record<StoreCategory, MantineColor> = {
  classes: 'live',
  certificates: 'cup',
  material: 'feed',
  profile: 'teach',
};

/** The drawing of an item, in the colour of its category. A gift when the drawing is unknown. */
export function ItemDrawing({ icon, category }: { icon: string; category: StoreCategory | undefined }) {
  const Icon = drawings[icon] ?? IconGift;
  return (
    <ThemeIcon
      color={category ? categoryColours[category] : 'coins'}
      variant="light"
      size="3.25rem"
      radius="lg"
    >
      <Icon size="1.75rem" aria-hidden />
    </ThemeIcon>
  );
}
