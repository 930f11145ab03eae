import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { phoneEnvironment, readPhoneCodes } from '#features/accounts/phones/phone-settings.ts';
import { readProviders } from '#features/accounts/providers/read-providers.ts';
import { sampleNetworks } from '#features/landing/rules.ts';
import { type KeptDays, usualKeptDays } from '#features/privacy/rules.ts';
import type { CalendarSettings } from '#server/calendar/choose-calendar.ts';
import { readServiceAccount } from '#server/calendar/read-service-account.ts';
import { hostsOf } from '#server/db/database-hosts.ts';
import type { Bucket } from '#server/files/open-bucket.ts';
import { archiveOf, replicaOf, sharedDatabaseOf } from './start/config-database.ts';
import { ConfigError } from './start/config-error.ts';

const port = z.coerce.number().int().min(1).max(65535);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

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

export type Config = ReturnType<typeof readConfig>;

export { ConfigError };

/**
 * Reads all settings from `env`. None is required. Creates `DATA_DIR` if it is missing and keeps the secret that signs
 * cookies there, unless `SECRET` is set.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const set = readEnvironment(env);
  const production = set.NODE_ENV === 'production';
  if (!set.ADMIN_EMAIL !== !set.ADMIN_PASSWORD) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.');
  }
  if (!set.STRIPE_SECRET_KEY !== !set.STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together: set both or neither.');
  }
  if (production && set.DATABASE_URL && !set.SECRET) {
    throw new ConfigError('SECRET: set it in production, so that every server process signs alike.');
  }
  if (production && set.SEED === 'demo') {
    throw new ConfigError('SEED: demo is for trying things out; everybody can see its passwords.');
  }
  if (production && !set.APP_URL) {
    throw new ConfigError('APP_URL: set it in production to the address people type.');
  }
  if (set.CONFIRM_EMAIL === 'first' && !set.SMTP_URL) {
    throw new ConfigError('CONFIRM_EMAIL: first needs SMTP_URL, because accounts are then made by a letter.');
  }
  const { dataDir, backup, bucket, walArchive, sharedDatabase } = placeOf(set);
  mkdirSync(dataDir, { recursive: true });
  const listenPort = set.PORT ?? 3000;
  const appUrl = set.APP_URL ? new URL(set.APP_URL).origin : `http://localhost:${listenPort}`;
  const host = set.HOST ?? '127.0.0.1';
  // The demo shows an administrator's password to each visitor of its sign-in page.
  const isOpen = !isThisMachine(host);
  const seedBecause =
    set.SEED ??
    (set.DATABASE_URL
      ? 'database'
      : production
        ? 'production'
        : appUrl.startsWith('https:')
          ? 'https'
          : isOpen
            ? 'network'
            : 'embedded');
  const seed = seedBecause === 'demo' || seedBecause === 'embedded' ? 'demo' : 'none';
  return {
    production,
    port: listenPort,
    host,
    appUrl,
    /** The origins of its pages: the address that was set, or every name of this machine. */
    origins: set.APP_URL
      ? [appUrl]
      : [appUrl, `http://127.0.0.1:${listenPort}`, `http://[::1]:${listenPort}`],
    dataDir,
    databaseUrl: set.DATABASE_URL,
    sharedDatabase,
    replicaUrl: replicaOf(set),
    hasStandby: set.DATABASE_URL !== undefined && (hostsOf(set.DATABASE_URL)?.length ?? 0) > 1,
    /** Connections of the server, over all its processes; not set, what its processes and the database can take. */
    databasePool: set.DATABASE_POOL,
    processes: set.PROCESSES === 'auto' ? availableParallelism() : (set.PROCESSES ?? 1),
    sharedPagesBytes: (set.SHARED_PAGES_MB ?? 64) * 1024 * 1024,
    firstAdmin:
      set.ADMIN_EMAIL && set.ADMIN_PASSWORD
        ? { email: set.ADMIN_EMAIL.toLowerCase(), password: set.ADMIN_PASSWORD }
        : null,
    seed,
    /** Why there is a demo, or none. */
    seedBecause,
    secret: set.SECRET ?? readOrCreateSecret(dataDir),
    passwordMinLength: set.PASSWORD_MIN_LENGTH ?? 6,
    trustProxy: set.TRUST_PROXY === 'yes',
    links: {
      whatsApp: set.COMMUNITY_WHATSAPP ?? '',
      examples: seed === 'demo',
      // A link that a community did not set is not shown; the demo shows where each would be.
      networks: {
        ...(seed === 'demo' && sampleNetworks),
        ...(set.COMMUNITY_INSTAGRAM && { instagram: set.COMMUNITY_INSTAGRAM }),
        ...(set.COMMUNITY_TIKTOK && { tiktok: set.COMMUNITY_TIKTOK }),
        ...(set.COMMUNITY_YOUTUBE && { youtube: set.COMMUNITY_YOUTUBE }),
        ...(set.COMMUNITY_FACEBOOK && { facebook: set.COMMUNITY_FACEBOOK }),
        ...(set.COMMUNITY_X && { x: set.COMMUNITY_X }),
        ...(set.COMMUNITY_LINKEDIN && { linkedin: set.COMMUNITY_LINKEDIN }),
      },
    },
    /** Without a key, channels are read from their public feeds. */
    youtubeApiKey: set.YOUTUBE_API_KEY,
    instagramToken: set.INSTAGRAM_TOKEN,
    logLevel: set.LOG_LEVEL ?? 'info',
    /** Null without a key: then there is the test provider, or no provider. */
    stripe:
      set.STRIPE_SECRET_KEY && set.STRIPE_WEBHOOK_SECRET
        ? { secretKey: set.STRIPE_SECRET_KEY, webhookSecret: set.STRIPE_WEBHOOK_SECRET }
        : null,
    /** The test provider takes no money, so a real community has it only when the setting says so. */
    testPayments: set.TEST_PAYMENTS
      ? set.TEST_PAYMENTS === 'yes'
      : !production && !appUrl.startsWith('https:') && !isOpen,
    calendar: calendarSettings(set),
    /** The Jitsi server for classes without a meeting address; null for none. */
    jitsiUrl: set.JITSI_URL ?? null,
    /** Null without a mail server: then letters are written to files in `dataDir`. */
    smtp: set.SMTP_URL ? { url: set.SMTP_URL } : null,
    mailFrom: set.MAIL_FROM ?? `Sumi <sumi@${new URL(appUrl).hostname}>`,
    /** What the screens say about letters: they arrive, they are files of the operator, or the person has to ask. */
    mail: set.SMTP_URL ? 'sent' : production ? 'none' : 'folder',
    /** Whom push services write to about trouble: they take https addresses and mailboxes. */
    contact: appUrl.startsWith('https:') ? appUrl : 'mailto:sumi@localhost.localdomain',
    confirmEmail: set.CONFIRM_EMAIL ?? 'later',
    nativeTokens: set.NATIVE_TOKENS === 'yes',
    requireSecondFactor: set.REQUIRE_SECOND_FACTOR === 'yes',
    keptDays: keptDaysOf(set),
    bucket,
    /** Null: there are no metrics to read. */
    metricsToken: set.METRICS_TOKEN ?? null,
    providers: inOneLine(() => readProviders(set)),
    /** Null: no codes by text message. */
    phoneCodes: inOneLine(() => readPhoneCodes(set, production)),
    backup,
    walArchive,
  } as const;
}

/**
 * Reads where the community is, for a backup or a restore. Creates nothing: a restore finds the place as it is. The
 * secret is null where none was set and no server has made one.
 */
export function readPlace(env: Record<string, string | undefined>) {
  const set = readEnvironment(env);
  const { dataDir, backup, bucket, walArchive, sharedDatabase } = placeOf(set);
  const file = secretFile(dataDir);
  return {
    dataDir,
    backup,
    bucket,
    walArchive,
    databaseUrl: set.DATABASE_URL,
    sharedDatabase,
    secretSetting: set.SECRET ?? null,
    secret: set.SECRET ?? (existsSync(file) ? readSecret(file) : null),
  };
}

function readEnvironment(env: Record<string, string | undefined>): z.output<typeof environment> {
  const read = environment.safeParse(env);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}. .env.example explains each setting.`);
}

function placeOf(set: z.output<typeof environment>) {
  const dataDir = path.resolve(set.DATA_DIR ?? 'data');
  const backup = {
    /** Null: backups are made by hand alone. */
    everyHours: set.BACKUP_EVERY ?? null,
    keep: set.BACKUP_KEEP ?? 7,
    folder: path.resolve(set.BACKUP_DIR ?? path.join(dataDir, 'backups')),
    passphraseFile: set.BACKUP_PASSPHRASE_FILE ? path.resolve(set.BACKUP_PASSPHRASE_FILE) : null,
  };
  if (!set.BACKUP_EVERY && set.BACKUP_KEEP) {
    throw new ConfigError('BACKUP_KEEP: goes with BACKUP_EVERY, which is not set.');
  }
  const bucket = bucketOf(set);
  return {
    dataDir,
    backup: { ...backup, toBucket: isCopied(set, bucket) },
    bucket,
    walArchive: archiveOf(set),
    sharedDatabase: sharedDatabaseOf(set),
  };
}

/** Whether backups by the clock go to the bucket too: never one that opens without a passphrase. */
function isCopied(set: z.output<typeof environment>, bucket: Bucket | null): boolean {
  const asked = set.BACKUP_TO_BUCKET;
  const missing = (
    [
      ['BACKUP_EVERY', set.BACKUP_EVERY],
      ['FILES_BUCKET', bucket],
      ['BACKUP_PASSPHRASE_FILE', set.BACKUP_PASSPHRASE_FILE],
    ] as const
  ).find(([, given]) => !given)?.[0];
  if (asked === 'yes' && missing) {
    throw new ConfigError(`BACKUP_TO_BUCKET: goes with ${missing}, which is not set.`);
  }
  return asked !== 'no' && !missing;
}

/** For how many days things are kept. */
function keptDaysOf(set: z.output<typeof environment>): KeptDays {
  const kept = {
    idleSessions: set.SESSION_IDLE_DAYS ?? usualKeptDays.idleSessions,
    sessions: set.SESSION_MAX_DAYS ?? usualKeptDays.sessions,
    notices: set.KEEP_NOTICES_DAYS ?? usualKeptDays.notices,
    reports: set.KEEP_REPORTS_DAYS ?? usualKeptDays.reports,
    leads: set.KEEP_LEADS_DAYS ?? usualKeptDays.leads,
    acts: set.KEEP_AUDIT_DAYS ?? usualKeptDays.acts,
  };
  if (kept.sessions < kept.idleSessions) {
    throw new ConfigError('SESSION_MAX_DAYS: must not be less than SESSION_IDLE_DAYS.');
  }
  return kept;
}

/** Null: people's files are in DATA_DIR. */
function bucketOf(set: z.output<typeof environment>): Bucket | null {
  const { FILES_BUCKET: name, FILES_KEY_ID: id, FILES_KEY_SECRET: secret } = set;
  if (!name) {
    const others = ['FILES_ENDPOINT', 'FILES_REGION', 'FILES_KEY_ID', 'FILES_KEY_SECRET'] as const;
    const alone = others.find((other) => set[other]);
    if (alone) throw new ConfigError(`${alone}: goes with FILES_BUCKET, which is not set.`);
    return null;
  }
  if (!id !== !secret) {
    throw new ConfigError('FILES_KEY_ID and FILES_KEY_SECRET go together: set both or neither.');
  }
  return {
    name,
    endpoint: set.FILES_ENDPOINT ?? null,
    region: set.FILES_REGION ?? 'us-east-1',
    key: id && secret ? { id, secret } : null,
  };
}

function inOneLine<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** Reads the settings of the calendar and refuses contradictory ones. */
function calendarSettings(set: z.output<typeof environment>): CalendarSettings {
  const { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_SERVICE_ACCOUNT_FILE: file } = set;
  const meet = set.GOOGLE_MEET === 'yes';
  if (meet && set.JITSI_URL) throw new ConfigError('GOOGLE_MEET and JITSI_URL: set one of them.');
  if (!calendarId) {
    const left = ['GOOGLE_SERVICE_ACCOUNT_FILE', 'GOOGLE_SERVICE_ACCOUNT_JSON', 'GOOGLE_ACT_AS'] as const;
    const alone = meet ? 'GOOGLE_MEET' : left.find((name) => set[name]);
    if (alone) throw new ConfigError(`${alone}: goes with GOOGLE_CALENDAR_ID, which is not set.`);
    return { google: null, icsUrl: set.CALENDAR_ICS_URL ?? null };
  }
  if (set.CALENDAR_ICS_URL) {
    throw new ConfigError(
      'CALENDAR_ICS_URL: is for the built-in calendar; with GOOGLE_CALENDAR_ID, leave it out.',
    );
  }
  if (!file === !set.GOOGLE_SERVICE_ACCOUNT_JSON) {
    throw new ConfigError(
      'GOOGLE_CALENDAR_ID: needs GOOGLE_SERVICE_ACCOUNT_FILE or GOOGLE_SERVICE_ACCOUNT_JSON, one of the two.',
    );
  }
  try {
    const account = readServiceAccount(set.GOOGLE_SERVICE_ACCOUNT_JSON ?? readFileSync(file ?? '', 'utf8'));
    return { google: { calendarId, account, actAs: set.GOOGLE_ACT_AS ?? null, meet }, icsUrl: null };
  } catch (error) {
    const name = file ? 'GOOGLE_SERVICE_ACCOUNT_FILE' : 'GOOGLE_SERVICE_ACCOUNT_JSON';
    throw new ConfigError(`${name}: ${(error as Error).message}.`);
  }
}

/** Whether only programs of this machine reach a server that listens there. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function readOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readSecret(file);
}

const secretFile = (dataDir: string) => path.join(dataDir, 'secret');

function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigError(`${file} holds no secret: remove it, and a new one is made.`);
  return secret;
}
