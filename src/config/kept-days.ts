import { type KeptDays, usualKeptDays } from '#features/privacy/rules.ts';
import { ConfigError } from './config-error.ts';
import type { Settings } from './environment.ts';

/** For how many days things are kept. */
export function keptDaysOf(set: Settings): KeptDays {
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
