import type { Absence } from '../contract.ts';

/** The columns of `class_absences as absence` that `toAbsence` reads. */
export const absenceColumns = [
  'absence.how',
  'absence.recordedAt',
  'absence.reason',
  'absence.words',
  'absence.reasonFrom',
  'absence.excusedAt',
] as const;

/** What they hold; of an outer join that found no row, `how` is null. */
type AbsenceRow = {
  how: Absence['how'] | null;
  recordedAt: Date | null;
  reason: Absence['reason'];
  words: string | null;
  reasonFrom: Absence['reasonFrom'];
  excusedAt: Date | null;
};

export function toAbsence({
  how,
  recordedAt,
  reason,
  words,
  reasonFrom,
  excusedAt,
}: AbsenceRow): Absence | null {
  if (how === null) return null;
  return {
    how,
    recordedAt: recordedAt?.toISOString() ?? null,
    reason,
    words,
    reasonFrom,
    excused: excusedAt !== null,
  };
}
