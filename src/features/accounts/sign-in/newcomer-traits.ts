import { z } from 'zod';
import { type Locale, localeCodes } from '#shared/locales.ts';
import { zoneName } from '#shared/zones.ts';

export type NewcomerTraits = { zone?: string; locale?: Locale };

const sent = z.object({
  zone: zoneName.optional().catch(undefined),
  locale: z.enum(localeCodes).optional().catch(undefined),
});

/**
 * What a browser says of who signs up: the zone it is in and the language it is read in. Nobody is kept out because
 * their browser is in a zone we do not know: then it is as if it had said nothing.
 */
export function newcomerTraits(body: unknown): NewcomerTraits {
  const { zone, locale } = sent.catch({}).parse(body);
  return { ...(zone && { zone }), ...(locale && { locale }) };
}
