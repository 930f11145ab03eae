import type { DemoSignIn } from '#features/accounts/routes.ts';
import { isThisMachine } from '../config/address-settings.ts';
import type { Config } from '../config.ts';
import { describeCommunity } from './describe-community.ts';

type Settings = Pick<
  Config,
  | 'seed'
  | 'seedBecause'
  | 'firstAdmin'
  | 'bucket'
  | 'backup'
  | 'phoneCodes'
  | 'appUrl'
  | 'trustProxy'
  | 'mail'
  | 'stripe'
  | 'misspelled'
>;

/** What the first process says once it serves: the community, what is not set up, and the sign-ins of the demo. */
export function describeStart(
  config: Settings,
  {
    signIns,
    ...prepared
  }: { signIns: readonly DemoSignIn[]; madeAdmin: boolean; hasAdmin: boolean; demoPeople: number },
): string[] {
  const { seed, bucket, backup, phoneCodes, appUrl, trustProxy, mail, stripe, misspelled } = config;
  const { protocol, hostname } = new URL(appUrl);
  const lines = describeCommunity(config, { hasDemo: signIns.length > 0, ...prepared });
  if (protocol === 'http:' && !isThisMachine(hostname.replace(/^\[|\]$/g, ''))) {
    lines.push(
      'APP_URL begins with http: passwords travel readable, and where people come by https every form is refused. Set the address that they type.',
    );
  }
  if (protocol === 'https:' && !trustProxy) {
    lines.push(
      'TRUST_PROXY is not yes: all visitors who come through a proxy count as one address and share its limits. Set it where the proxy writes X-Forwarded-For.',
    );
  }
  if (seed === 'none' && stripe?.secretKey.includes('_test_')) {
    lines.push(
      "STRIPE_SECRET_KEY is of Stripe's test mode: its test cards buy plans and seats, and no money comes in.",
    );
  }
  if (mail === 'none') {
    lines.push('No mail goes out: set SMTP_URL, so that notices and links for a new password reach people.');
  }
  if (bucket && backup.everyHours && !backup.passphraseFile) {
    lines.push(
      'Backups are not copied to the bucket: they hold the secret, so that takes BACKUP_PASSPHRASE_FILE.',
    );
  }
  if (phoneCodes && !phoneCodes.service) {
    lines.push('Codes by text message reach no telephone: they are written to the log until SMS_URL is set.');
  }
  for (const { name, meant } of misspelled) {
    lines.push(`${name} is no setting and does nothing${meant ? `: is ${meant} meant?` : '.'}`);
  }
  lines.push(...signIns.map(({ role, email, password }) => `  ${role.padEnd(8)} ${email}  ${password}`));
  return lines;
}
