import { dayMs } from '#shared/time/durations.ts';

/** What can be reported. */
export const subjectKinds = [
  'video',
  'review',
  'teacher',
  'class',
  'notes',
  'message',
  'name',
  'cup-name',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const reportReasons = ['harmful', 'not-for-kids', 'wrong', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** A name or a message teaches nothing, so it teaches nothing wrong either. */
export function reasonsFor(kind: SubjectKind): readonly ReportReason[] {
  const teaches = !['name', 'cup-name', 'message'].includes(kind);
  return reportReasons.filter((reason) => teaches || reason !== 'wrong');
}

/** Adults may go on seeing what is reported for this reason. */
export function isAboutKids(reason: ReportReason): boolean {
  return reason === 'not-for-kids';
}

/** The administrator agrees with the reports, or does not. */
export const outcomes = ['upheld', 'dismissed'] as const;
export type Outcome = (typeof outcomes)[number];

/** For each person, so that a queue cannot be flooded. */
export const reportLimit = { max: 20, windowMs: dayMs };

/** Only some reasons say enough by themselves. */
export function needsWords(reason: ReportReason): boolean {
  return reason === 'other';
}
