import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { optional } from './optional.ts';
import { phoneEnvironment } from './phone-settings.ts';

const port = z.coerce.number().int().min(1).max(65535);

const link = optional(z.url({ protocol: /^https$/ }));

const days = (least: number) => optional(z.coerce.number().int().min(least).max(36_500));

const environment = z.object({
  NODE_ENV: optional(z.enum(['development', 'production', 'test'])),
  PORT: optional(port),
  HOST: optional(z.string()),
  APP_URL: optional(z.url({ protocol: /^https?$/ })),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')),
  DATABASE_REPLICA_URL: optional(z.string()),
  DATABASE_LISTEN: optional(z.string()),
  STANDBY_SYNC: optional(z.enum(['yes', 'no'])),
  DATABASE_POOL: optional(z.coerce.number().int().min(2).max(200)),
  PROCESSES: optional(z.union([z.literal('auto'), z.coerce.number().int().min(1).max(64)])),
  SHARED_PAGES_MB: optional(z.coerce.number().int().min(0).max(4096)),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(z.string().min(12, 'must have at least 12 characters')),
  SEED: optional(z.enum(['demo', 'none'])),
  SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  PASSWORD_MIN_LENGTH: optional(z.coerce.number().int().min(6).max(64)),
  TRUST_PROXY: optional(z.enum(['yes', 'no'])),
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
  TEST_PAYMENTS: optional(z.enum(['yes', 'no'])),
  LOG_LEVEL: optional(z.enum(['debug', 'info', 'warn', 'error', 'silent'])),
  GOOGLE_CALENDAR_ID: optional(z.string().min(3)),
  GOOGLE_SERVICE_ACCOUNT_FILE: optional(z.string()),
  GOOGLE_SERVICE_ACCOUNT_JSON: optional(z.string()),
  GOOGLE_ACT_AS: optional(z.email()),
  GOOGLE_MEET: optional(z.enum(['yes', 'no'])),
  CALENDAR_ICS_URL: optional(z.url({ protocol: /^(https?|webcal)$/ })),
  JITSI_URL: link,
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\/[^\s]+$/, 'must begin with smtp:// or smtps://')),
  MAIL_FROM: optional(
    z.string().regex(/^[^<>\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/, 'must be an address, or Name <address>'),
  ),
  CONFIRM_EMAIL: optional(z.enum(['first', 'later'])),
  NATIVE_TOKENS: optional(z.enum(['yes', 'no'])),
  REQUIRE_SECOND_FACTOR: optional(z.enum(['yes', 'no'])),
  FILES_BUCKET: optional(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  ),
  FILES_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
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
  OIDC_NAME: optional(z.string().max(40)),
  BACKUP_EVERY: optional(z.coerce.number().int().min(1).max(720)),
  BACKUP_KEEP: optional(z.coerce.number().int().min(1).max(1000)),
  BACKUP_DIR: optional(z.string()),
  BACKUP_PASSPHRASE_FILE: optional(z.string()),
  WAL_ARCHIVE: optional(z.string()),
  WAL_ARCHIVE_DAYS: optional(z.coerce.number().int().min(1).max(365)),
  BACKUP_TO_BUCKET: optional(z.enum(['yes', 'no'])),
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

/** Reads the settings one by one; which of them go together is for their readers. @throws ConfigError */
export function readEnvironment(env: Record<string, string | undefined>): Settings {
  const read = environment.safeParse(env);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}. .env.example explains each setting.`);
}
