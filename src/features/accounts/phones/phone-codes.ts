import type { CountryCode } from 'libphonenumber-js/max';
import type { SmsService } from '#server/sms/sms-over-http.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** Codes by text message. */
export type PhoneCodes = {
  /** Countries to whose telephones messages are sent. */
  countries: readonly CountryCode[];
  /** Messages a day, of the whole community. */
  aDay: number;
  /** Null: each message is written to the log. */
  service: SmsService | null;
};

/** What of them the use cases need; null where the community sends no text messages. */
export type PhoneSettings = { readonly phoneCodes: Pick<PhoneCodes, 'countries' | 'aDay'> | null };

/** @throws Refusal notFound, as of an operation that does not exist, where the community sends no text messages */
export function refuseWithoutPhoneCodes(
  settings: PhoneSettings,
): asserts settings is { readonly phoneCodes: NonNullable<PhoneSettings['phoneCodes']> } {
  if (!settings.phoneCodes) throw new Refusal(commonRefusals.notFound);
}
