import type { PhoneCodes } from '../phones/phone-codes.ts';
import type { ProviderSettings } from '../providers/provider-settings.ts';

export type AuthenticationSettings = {
  appUrl: string;
  origins: readonly string[];
  secret: string;
  passwordMinLength: number;
  /** False only where one machine plays many people: the suite of tests. */
  limitAttempts: boolean;
  /** Whether letters arrive, become files that the operator of a trial reads, or files that no person is told of. */
  mail: 'sent' | 'folder' | 'none';
  /**
   * Whether signing up opens a session at once, or makes the account once its address is confirmed (mail `sent` only).
   */
  confirmEmail: 'first' | 'later';
  /** After so many days without use a session ends. */
  sessionIdleDays: number;
  /** So many days after it began a session ends, however much it is used. */
  sessionMaxDays: number;
  /** Whether administrators need a second factor to be administrators. */
  requireSecondFactor: boolean;
  /** Whether apps that are no browser may hold a bearer token. */
  nativeTokens: boolean;
  /** Codes by text message; null where none are sent. */
  phoneCodes: Pick<PhoneCodes, 'countries' | 'aDay'> | null;
  /** Services that people may sign in with. */
  providers: readonly ProviderSettings[];
};
