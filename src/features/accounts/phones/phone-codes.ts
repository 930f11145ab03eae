import type { CountryCode } from 'libphonenumber-js/max';
import type { SmsService } from '#server/sms/sms-over-http.ts';

/** Codes by text message. */
export type PhoneCodes = {
  /** Countries to whose telephones messages are sent. */
  countries: readonly CountryCode[];
  /** Messages a day, of the whole community. */
  aDay: number;
  /** Null: each message is written to the log. */
  service: SmsService | null;
};
