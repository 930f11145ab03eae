import { peopleRefusals } from '#features/people/contract.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { hourMs } from '#shared/time/durations.ts';
import { classesFirst } from './contract.ts';

/** For how many days what is not for good is kept, unless the settings say otherwise; the privacy notice tells them. */
export const usualKeptDays = {
  /** Sessions that are not used, and all sessions from their beginning. */
  idleSessions: 30,
  sessions: 180,
  notices: 90,
  /** After they were settled. */
  reports: 180,
  /** The answers and the e-mail address of visitors who made a plan. */
  leads: 365,
  /** Lines of the audit log that are about no money. */
  acts: 1095,
} as const;
export type KeptDays = Record<keyof typeof usualKeptDays, number>;

/** Archives of one person: making one reads much. */
export const exportLimit = { max: 5, windowMs: hourMs } as const;

/** What keeps a person from deleting their account; null when nothing does. */
export function refusalOf({
  onlyAdmin,
  classesGiven,
}: {
  onlyAdmin: boolean;
  classesGiven: number;
}): RefusalKind | null {
  if (onlyAdmin) return peopleRefusals.lastAdmin;
  return classesGiven > 0 ? classesFirst : null;
}
