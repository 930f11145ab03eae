import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import type { PhoneCodes } from '#features/accounts/phones/phone-codes.ts';
import { ConfigError } from './config-error.ts';
import { optional, whole } from './optional.ts';

function canBeDecoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The settings of codes by text message, as the environment gives them. */
export const phoneEnvironment = {
  SMS_COUNTRIES: optional(
    z.string().regex(/^[A-Z]{2}(\s*,\s*[A-Z]{2})*$/, 'must be countries by two letters, like MX,CO'),
  ),
  SMS_URL: optional(
    z
      .url()
      .regex(/^(https:|http:\/\/([^/@]*@)?(localhost|127\.0\.0\.1)[:/])/, 'must begin with https://')
      .regex(
        /^https?:\/\/[^/:@]+:[^/@]+@/,
        'must hold the user and the password: https://user:password@host/…',
      )
      .refine(canBeDecoded, 'must write a % in its password as %25'),
  ),
  SMS_FROM: optional(z.string().regex(/^[\w +-]{3,40}$/, 'must be a number, a name, or a service MG…')),
  SMS_A_DAY: optional(whole(1, 100_000)),
};
type Environment = z.output<z.ZodObject<typeof phoneEnvironment>>;

/**
 * Null unless SMS_COUNTRIES is set: codes by text message are off. @throws ConfigError, also in production without a
 * service: codes would reach readers of the log and no other person
 */
export function readPhoneCodes(set: Environment, production: boolean): PhoneCodes | null {
  const { SMS_COUNTRIES: named, SMS_URL: url, SMS_FROM: from, SMS_A_DAY: aDay = 200 } = set;
  if (!named) {
    const alone = (['SMS_URL', 'SMS_FROM', 'SMS_A_DAY'] as const).find((name) => set[name] !== undefined);
    if (alone) throw new ConfigError(`${alone}: goes with SMS_COUNTRIES, which is not set.`);
    return null;
  }
  const countries = named.split(',').map((country) => country.trim());
  const unknown = countries.find((country) => !isSupportedCountry(country));
  if (unknown) throw new ConfigError(`SMS_COUNTRIES: ${unknown} is no country with telephones.`);
  if (!url !== !from) throw new ConfigError('SMS_URL and SMS_FROM go together: set both or neither.');
  if (production && !url)
    throw new ConfigError('SMS_COUNTRIES: in production SMS_URL has to say where text messages go out.');
  const service = url && from ? { url, from } : null;
  return { countries: countries as CountryCode[], aDay, service };
}
