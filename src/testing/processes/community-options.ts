import type { ProviderSettings } from '#features/accounts/providers/provider-settings.ts';
import type { AuthenticationSettings } from '#features/accounts/sign-in/authentication-settings.ts';
import type { CommunityLinks } from '#features/landing/contract.ts';
import type { PaymentProvider } from '#features/payments/providers/payment-provider.ts';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import type { Calendar } from '#server/calendar/calendar.ts';
import type { Db, DbAddress } from '#server/db/connect.ts';
import { createLog, type Log } from '#server/log.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { noSources } from '../stand-ins/video-sources.ts';

/** Signs cookies and the links of letters. */
export const testSecret = 'a secret that only tests know, long enough';

export type CommunityOptions = {
  /** SQL that takes a lock or a constraint out of this one database: for the controls of race tests. */
  withoutGuards?: string;
  /** Why the test writes rows that the product never would; its invariants are not checked as it ends. */
  untrueRows?: string;
  poolSize?: number;
  /** How long a request waits for a connection. Each of hundreds at once waits its turn, on a busy machine too. */
  waitMs?: number;
  limitAttempts?: boolean;
  /** The fewest characters of a member's password. */
  passwordMinLength?: number;
  /** Where its pages live; writes from elsewhere are refused. */
  origin?: string;
  /** What people are told becomes of letters; a test takes them from `letters()`. */
  mail?: 'sent' | 'folder' | 'none';
  /** Whether an account is made only once its address is confirmed; with mail `sent`. */
  confirmEmail?: 'first' | 'later';
  nativeTokens?: boolean;
  /** Whether administrators need a second factor to be administrators. */
  requireSecondFactor?: boolean;
  /**
   * When sessions end in any case. A clock that a test sets years ahead ends none, unless the test says when they do.
   */
  sessionMaxDays?: number;
  /** Codes by text message, and how many a day; none unless a test brings countries. */
  phoneCodes?: AuthenticationSettings['phoneCodes'];
  /** Services that people may sign in with. */
  providers?: readonly ProviderSettings[];
  /** The sources of other services' videos; none answers unless a test brings its own. */
  videoSources?: VideoSources;
  /** The payment provider in place of the built-in test provider; null for none. */
  payments?: PaymentProvider | null;
  /** What classes are shown in; the built-in calendar unless a test brings another. */
  calendar?: (db: Db) => Calendar;
  /** Hashes passwords as the product does, which takes a tenth of a second each. */
  slowPasswords?: boolean;
  /** Whether `x-forwarded-for` says where a request comes from. */
  trustProxy?: boolean;
  /** The contact and the networks that the landing page shows; those of the demo unless said otherwise. */
  links?: CommunityLinks;
  /** What stands between the server and its database; answers its own address. */
  between?: (database: DbAddress) => Promise<DbAddress>;
  /** A database of the test's own, which is empty, in place of one of the run's server. */
  database?: DbAddress;
  /**
   * Keeps the pages that readers share, as the product does. Without it each is read again, so that a test may write
   * to a table and read at once.
   */
  sharedPages?: boolean;
  /** Gets each JSON answer that its contract does not describe; without it the request fails. */
  onWrongAnswer?: (fault: Error) => void;
  /** What reads `/metrics`. */
  metricsToken?: string | null;
  /** Where it logs; one of `answers/collect-log.ts` is read by the test. */
  log?: Log;
};

/** The options of a community, with what a test left out as most tests have it. */
export const withDefaults = ({
  poolSize = 10,
  waitMs = 60_000,
  limitAttempts = false,
  passwordMinLength = 6,
  origin = 'http://localhost:3000',
  mail = 'folder',
  confirmEmail = 'later',
  nativeTokens = false,
  requireSecondFactor = false,
  sessionMaxDays = 36_500,
  providers = [],
  phoneCodes = null,
  videoSources = noSources,
  calendar = builtInCalendar,
  slowPasswords = false,
  trustProxy = false,
  sharedPages = false,
  metricsToken = null,
  log = createLog(process.env.LOG_LEVEL ?? 'silent'),
  ...others
}: CommunityOptions) => ({
  ...{
    poolSize,
    waitMs,
    limitAttempts,
    passwordMinLength,
    origin,
    mail,
    confirmEmail,
    nativeTokens,
    requireSecondFactor,
  },
  ...{ sessionMaxDays, providers, phoneCodes, videoSources, calendar, slowPasswords, trustProxy },
  ...{ sharedPages, metricsToken, log },
  ...others,
});
