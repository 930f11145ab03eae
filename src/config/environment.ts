import { z } from 'zod';
import { hostsOf, withHost } from '#server/db/database-hosts.ts';
import { ConfigError } from './config-error.ts';
import { optional, whole } from './optional.ts';
import { phoneEnvironment } from './phone-settings.ts';

const link = optional(z.url({ protocol: /^https$/, error: 'must begin with https://' }));

const address = optional(z.url({ protocol: /^https?$/, error: 'must begin with https:// or http://' }));

/** Pages, links in letters and cookies are all at the root of the address. */
const root = address.refine(
  (url) => !url || !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`,
  'must end behind the host: Sumi is served at the root of an address, such as https://sumi.example',
);

const days = (least: number) => optional(whole(least, 36_500));

const yesOrNo = optional(z.enum(['yes', 'no'], 'must be yes or no'));

const unreadable = 'cannot be read: in a password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine(canBeRead, unreadable);

// After digits alone, a # in a password leaves an address that can be read, but of another host.
const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^\s]+$/, 'must begin with smtp:// or smtps://')
  .refine((url) => URL.canParse(url) && !url.includes('#'), unreadable);

function canBeRead(url: string): boolean {
  const hosts = hostsOf(url);
  // Several hosts that cannot be told apart are refused by name.
  if (!hosts) return url.includes(',') || URL.canParse(url);
  return hosts.every((host) => URL.canParse(withHost(url, host)));
}

const environment = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'], 'must be production, or left out')),
  PORT: optional(whole(1, 65_535)),
  HOST: optional(z.string()),
  APP_URL: root,
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(postgresUrl),
  DATABASE_REPLICA_URL: optional(z.string()),
  DATABASE_LISTEN: optional(z.string()),
  STANDBY_SYNC: yesOrNo,
  DATABASE_POOL: optional(whole(2, 200)),
  PROCESSES: optional(
    z.union([z.literal('auto'), whole(1, 64)], 'must be auto, or a whole number from 1 to 64'),
  ),
  SHARED_PAGES_MB: optional(whole(0, 4096)),
  ADMIN_EMAIL: optional(z.email('must be an address of mail')),
  ADMIN_PASSWORD: optional(z.string().min(12, 'must have at least 12 characters')),
  SEED: optional(z.enum(['demo', 'none'], 'must be demo or none')),
  SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  PASSWORD_MIN_LENGTH: optional(whole(6, 64)),
  TRUST_PROXY: yesOrNo,
  COMMUNITY_WHATSAPP: optional(z.string().regex(/^[1-9]\d{6,14}$/, 'must be digits with the country code')),
  COMMUNITY_INSTAGRAM: link,
  COMMUNITY_TIKTOK: link,
  COMMUNITY_YOUTUBE: link,
  COMMUNITY_FACEBOOK: link,
  COMMUNITY_X: link,
  COMMUNITY_LINKEDIN: link,
  YOUTUBE_API_KEY: optional(z.string().regex(/^[\w-]{20,100}$/, 'must be letters, digits, _ and -')),
  INSTAGRAM_TOKEN: optional(z.string().regex(/^[\w|-]{20,500}$/, 'must be letters, digits, |, _ and -')),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'must begin with sk_ or rk_')),
  STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_\w+$/, 'must begin with whsec_')),
  TEST_PAYMENTS: yesOrNo,
  LOG_LEVEL: optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
  ),
  GOOGLE_CALENDAR_ID: optional(z.string().min(3, 'must be the address of a calendar')),
  GOOGLE_SERVICE_ACCOUNT_FILE: optional(z.string()),
  GOOGLE_SERVICE_ACCOUNT_JSON: optional(z.string()),
  GOOGLE_ACT_AS: optional(z.email('must be an address of mail')),
  GOOGLE_MEET: yesOrNo,
  CALENDAR_ICS_URL: optional(
    z.url({ protocol: /^(https?|webcal)$/, error: 'must begin with https://, http:// or webcal://' }),
  ),
  JITSI_URL: link,
  SMTP_URL: optional(smtpUrl),
  MAIL_FROM: optional(
    z.string().regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be an address, or Name <address>'),
  ),
  CONFIRM_EMAIL: optional(z.enum(['first', 'later'], 'must be first or later')),
  NATIVE_TOKENS: yesOrNo,
  REQUIRE_SECOND_FACTOR: yesOrNo,
  FILES_BUCKET: optional(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  ),
  FILES_ENDPOINT: address,
  FILES_REGION: optional(z.string().regex(/^[a-z0-9-]{2,40}$/, 'must be like eu-west-1')),
  FILES_KEY_ID: optional(z.string()),
  FILES_KEY_SECRET: optional(z.string()),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  MICROSOFT_CLIENT_ID: optional(z.string()),
  MICROSOFT_CLIENT_SECRET: optional(z.string()),
  MICROSOFT_TENANT: optional(z.string().regex(/^[\w.-]{1,100}$/, 'must be a tenant, or common')),
  APPLE_CLIENT_ID: optional(z.string()),
  APPLE_TEAM_ID: optional(z.string()),
  APPLE_KEY_ID: optional(z.string()),
  APPLE_PRIVATE_KEY_FILE: optional(z.string()),
  OIDC_ISSUER: optional(
    z.string().regex(/^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/, 'must begin with https://'),
  ),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: optional(z.string().max(40, 'must have at most 40 characters')),
  BACKUP_EVERY: optional(whole(1, 720)),
  BACKUP_KEEP: optional(whole(1, 1000)),
  BACKUP_DIR: optional(z.string()),
  BACKUP_PASSPHRASE_FILE: optional(z.string()),
  WAL_ARCHIVE: optional(z.string()),
  WAL_ARCHIVE_DAYS: optional(whole(1, 365)),
  BACKUP_TO_BUCKET: yesOrNo,
  SESSION_IDLE_DAYS: days(2),
  SESSION_MAX_DAYS: days(2),
  KEEP_NOTICES_DAYS: days(7),
  KEEP_REPORTS_DAYS: days(7),
  KEEP_LEADS_DAYS: days(2),
  // The database keeps each line for a year.
  KEEP_AUDIT_DAYS: days(366),
  ...phoneEnvironment,
  METRICS_TOKEN: optional(z.string().min(24, 'must have at least 24 characters')),
});

export type Settings = z.output<typeof environment>;

export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Reads the settings one by one; which of them go together is for their readers. @throws ConfigError */
export function readEnvironment(env: Record<string, string | undefined>): Settings {
  const read = environment.safeParse(env);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}. .env.example explains each setting.`);
}
