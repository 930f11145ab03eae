import { providerIds } from '#features/accounts/rules.ts';
import type { Config } from '../config.ts';

type Shared =
  | 'secret'
  | 'appUrl'
  | 'trustProxy'
  | 'bucket'
  | 'calendar'
  | 'jitsiUrl'
  | 'stripe'
  | 'mail'
  | 'mailFrom'
  | 'providers'
  | 'confirmEmail'
  | 'nativeTokens'
  | 'requireSecondFactor'
  | 'phoneCodes'
  | 'passwordMinLength'
  | 'seed'
  | 'keptDays'
  | 'backup';

/**
 * The settings that every server on one database must have alike, each as a text by its name in the environment: with
 * two secrets, half of the requests would be signed out; with files in two places, half of the pictures be missing.
 */
export function settingsInCommon(config: Pick<Config, Shared>): Record<string, string> {
  const { bucket, calendar, keptDays, providers } = config;
  const clientIds = providerIds.map((id) => {
    const provider = providers.find((one) => one.id === id);
    return [`${id.toUpperCase()}_CLIENT_ID`, provider ? `${provider.issuer} ${provider.clientId}` : ''];
  });
  return {
    SECRET: config.secret,
    APP_URL: config.appUrl,
    TRUST_PROXY: String(config.trustProxy),
    FILES_BUCKET: bucket ? `${bucket.endpoint ?? bucket.region} ${bucket.name}` : '',
    GOOGLE_CALENDAR_ID: calendar.google?.calendarId ?? '',
    CALENDAR_ICS_URL: calendar.icsUrl ?? '',
    JITSI_URL: config.jitsiUrl ?? '',
    STRIPE_SECRET_KEY: config.stripe?.secretKey ?? '',
    STRIPE_WEBHOOK_SECRET: config.stripe?.webhookSecret ?? '',
    // Whether letters go out: a server that sends none drops each that it claims.
    SMTP_URL: config.mail,
    MAIL_FROM: config.mailFrom,
    CONFIRM_EMAIL: config.confirmEmail,
    ...Object.fromEntries(clientIds),
    NATIVE_TOKENS: String(config.nativeTokens),
    REQUIRE_SECOND_FACTOR: String(config.requireSecondFactor),
    SMS_COUNTRIES: config.phoneCodes?.countries.join(',') ?? '',
    SMS_URL: config.phoneCodes?.service?.url ?? '',
    SMS_FROM: config.phoneCodes?.service?.from ?? '',
    SMS_A_DAY: String(config.phoneCodes?.aDay ?? ''),
    PASSWORD_MIN_LENGTH: String(config.passwordMinLength),
    SEED: config.seed,
    SESSION_IDLE_DAYS: String(keptDays.idleSessions),
    SESSION_MAX_DAYS: String(keptDays.sessions),
    KEEP_NOTICES_DAYS: String(keptDays.notices),
    KEEP_REPORTS_DAYS: String(keptDays.reports),
    KEEP_LEADS_DAYS: String(keptDays.leads),
    KEEP_AUDIT_DAYS: String(keptDays.acts),
    // Each start forgets the chores that it does not know.
    BACKUP_EVERY: String(config.backup.everyHours ?? ''),
    BACKUP_TO_BUCKET: String(config.backup.toBucket),
  };
}
