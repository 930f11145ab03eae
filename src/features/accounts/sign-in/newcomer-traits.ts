import { z } from 'zod';
import { type Locale, localeCodes } from '#shared/locales.ts';
import { zoneName } from '#shared/time/zones.ts';

export type NewcomerTraits = { zone?: string; locale?: Locale; invitation?: string };

const sent = z.object({
  zone: zoneName.optional().catch(undefined),
  locale: z.enum(localeCodes).optional().catch(undefined),
  invitation: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .optional()
    .catch(undefined),
});

/**
 * What a browser says about the person who signs up: its zone, the language of the page and the code of the
 * link that invited them. What is unknown counts as missing and does not refuse the sign-up.
 */
export function newcomerTraits(body: unknown): NewcomerTraits {
  const { zone, locale, invitation } = sent.catch({}).parse(body);
  return { ...(zone && { zone }), ...(locale && { locale }), ...(invitation && { invitation }) };
}
