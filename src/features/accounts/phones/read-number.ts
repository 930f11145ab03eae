import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { Refusal } from '#shared/refusal.ts';
import { phoneRefusals, type TypedNumber } from '../contract.ts';

/** Types of number that a text message reaches; some countries number mobile phones and lines alike. */
const mobile = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/**
 * A typed number as E.164. Only mobile phones of the named countries: numbers that cost a fortune are how strangers
 * make money of a page that sends messages. A prefix may be shared (+1), so the country itself is compared.
 * @throws Refusal invalid, country
 */
export function readNumber({ country, number }: TypedNumber, countries: readonly CountryCode[]): string {
  // The 1 after Mexico's prefix is gone since 2019, and still stands in many address books.
  const typed = number.replace(/^\s*\+?\s*52\s*1(?=(\D*\d){10}\D*$)/, '+52 ');
  const read = asMobile(
    parsePhoneNumberFromString(typed, { defaultCountry: country as CountryCode, extract: false }),
  );
  if (!read?.isValid()) throw new Refusal(phoneRefusals.invalid);
  if (!read.country || !countries.includes(read.country)) throw new Refusal(phoneRefusals.country);
  if (!mobile.includes(read.getType() ?? '')) throw new Refusal(phoneRefusals.invalid);
  return read.number;
}

/**
 * Argentinians type their mobile numbers without the 9 that tells them from lines. A page that asks for one adds it.
 */
function asMobile(read: PhoneNumber | undefined): PhoneNumber | undefined {
  if (read?.country !== 'AR' || read.getType() !== 'FIXED_LINE') return read;
  return parsePhoneNumberFromString(`+549${read.nationalNumber}`);
}

/** The countries as a page lists them, with their prefixes. */
export function listCountries(countries: readonly CountryCode[]): { country: string; prefix: string }[] {
  return countries.map((country) => ({ country, prefix: `+${getCountryCallingCode(country)}` }));
}

/** A stored number as people write it: +52 55 1234 5678. */
export function showNumber(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
