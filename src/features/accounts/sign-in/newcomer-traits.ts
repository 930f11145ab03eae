import { z } from 'zod';
import { type Locale, localeCodes } from '#shared/locales.ts';
import { zoneName } from '#shared/zones.ts';

export type NewcomerTraits = { zone?: string; locale?: Locale };

const sent = z.object({
  zone: zoneName.optional().catch(undefined),
  locale: z.enum(localeCodes).optional().catch(undefined),
});

/**
 * What a browser says about the person who signs up: its zone and the language of the page. An unknown zone or language
 * counts as missing and does not refuse the sign-up.
 */
export function newcomerTraits(body: unknown): NewcomerTraits {
  const { zone, locale } = sent.catch({}).parse(body);
  return { ...(zone && { zone }), ...(locale && { locale }) };
}
