import { ConfigError } from './config-error.ts';
import type { Settings } from './environment.ts';

/** Refuses settings that are good one by one and contradict each other. @throws ConfigError */
export function refuseContradictions(set: Settings, production: boolean): void {
  if (!set.ADMIN_EMAIL !== !set.ADMIN_PASSWORD) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.');
  }
  if (set.ADMIN_PASSWORD && set.ADMIN_PASSWORD.length < (set.PASSWORD_MIN_LENGTH ?? 0)) {
    throw new ConfigError(
      'ADMIN_PASSWORD: must have at least as many characters as PASSWORD_MIN_LENGTH says.',
    );
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
}
