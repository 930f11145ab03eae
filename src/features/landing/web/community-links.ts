import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
} from '@tabler/icons-react';
import type { Network } from '../contract.ts';

/** How each network is called and drawn. */
export const networkLooks: Record<Network, { name: string; Icon: typeof IconBrandX }> = {
  instagram: { name: 'Instagram', Icon: IconBrandInstagram },
  tiktok: { name: 'TikTok', Icon: IconBrandTiktok },
  youtube: { name: 'YouTube', Icon: IconBrandYoutube },
  facebook: { name: 'Facebook', Icon: IconBrandFacebook },
  x: { name: 'X', Icon: IconBrandX },
  linkedin: { name: 'LinkedIn', Icon: IconBrandLinkedin },
};

/** The address of a chat with that number (none: the writer picks one) that begins with `greeting`. */
export function contactAddress(whatsApp: string, greeting: string): string {
  return `https://wa.me/${whatsApp}?text=${encodeURIComponent(greeting)}`;
}
