import { classSubject } from '#features/classes/after/class-subject.ts';
import { notesSubject } from '#features/classes/after/notes-subject.ts';
import { reviewSubject } from '#features/classes/after/review-subject.ts';
import { messageSubject } from '#features/classes/messages/message-subject.ts';
import { cupNameSubject } from '#features/cup/cup-name-subject.ts';
import { nameSubject } from '#features/people/names/name-subject.ts';
import type { ReportSubject } from '#features/reports/report-subject.ts';
import { teacherSubject } from '#features/teachers/teacher-subject.ts';
import { videoSubject } from '#features/videos/moderate/video-subject.ts';

/** What people may report, each kind by the feature that owns it. */
export const everyReportSubject: readonly ReportSubject[] = [
  videoSubject,
  reviewSubject,
  teacherSubject,
  classSubject,
  notesSubject,
  messageSubject,
  nameSubject,
  cupNameSubject,
];
