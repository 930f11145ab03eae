import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
} from '@tabler/icons-react';

/** Where the community is found. An organiser with accounts of their own changes them here. */
export const socialNetworks = [
  { name: 'Instagram', address: 'https://www.instagram.com/sumi.idiomas', Icon: IconBrandInstagram },
  { name: 'TikTok', address: 'https://www.tiktok.com/@sumi.idiomas', Icon: IconBrandTiktok },
  { name: 'YouTube', address: 'https://www.youtube.com/@sumi.idiomas', Icon: IconBrandYoutube },
  { name: 'Facebook', address: 'https://www.facebook.com/sumi.idiomas', Icon: IconBrandFacebook },
  { name: 'X', address: 'https://x.com/sumi_idiomas', Icon: IconBrandX },
  { name: 'LinkedIn', address: 'https://www.linkedin.com/company/sumi-idiomas', Icon: IconBrandLinkedin },
] as const;

/** The organiser's number for WhatsApp, digits with the country's code; empty lets the writer pick a chat. */
const whatsAppNumber = '';

/** The address of a chat that begins with `greeting`. */
export function contactAddress(greeting: string): string {
  return `https://wa.me/${whatsAppNumber}?text=${encodeURIComponent(greeting)}`;
}
