import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
} from '@tabler/icons-react';
import type { Network } from '../contract.ts';

/** The name and icon of each network. */
export const networkLooks: Record<Network, { name: string; Icon: typeof IconBrandX }> = {
  instagram: { name: 'Instagram', Icon: IconBrandInstagram },
  tiktok: { name: 'TikTok', Icon: IconBrandTiktok },
  youtube: { name: 'YouTube', Icon: IconBrandYoutube },
  facebook: { name: 'Facebook', Icon: IconBrandFacebook },
  x: { name: 'X', Icon: IconBrandX },
  linkedin: { name: 'LinkedIn', Icon: IconBrandLinkedin },
};
