import type { RefusalKind } from '#shared/refusal.ts';

/** Why a student cannot take a seat, or cannot give it back. */
export const enrolRefusals = {
  tierTooLow: { code: 'classes/tier-too-low', status: 403 },
  otherAudience: { code: 'classes/other-audience', status: 403 },
  ownClass: { code: 'classes/own-class', status: 409 },
  cancelled: { code: 'classes/cancelled', status: 409 },
  /** Until an administrator hands it to another teacher. */
  noTeacher: { code: 'classes/no-teacher', status: 409 },
  alreadyStarted: { code: 'classes/already-started', status: 409 },
  full: { code: 'classes/full', status: 409 },
  keptForWaiting: { code: 'classes/kept-for-waiting', status: 409 },
  /** The student has a seat, or waits for one, in as many clubs to come as they may. */
  tooManyClubs: { code: 'classes/too-many-clubs', status: 409 },
  /** It starts at another time than the student saw. */
  moved: { code: 'classes/moved', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** Why a student cannot join the waiting list, beside the reasons of `enrolRefusals` that waiting does not cure. */
export const waitRefusals = {
  notFull: { code: 'classes/not-full', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** Why a class cannot be put on the calendar. */
export const scheduleRefusals = {
  inThePast: { code: 'classes/in-the-past', status: 422 },
  noSuchTime: { code: 'classes/no-such-time', status: 422 },
  noDays: { code: 'classes/no-days', status: 422 },
  tooFewForKids: { code: 'classes/too-few-for-kids', status: 422 },
} as const satisfies Record<string, RefusalKind>;

/** Why so many days cannot be made holidays at once. */
export const holidayRefusals = {
  tooManyDays: { code: 'classes/too-many-days', status: 422 },
} as const satisfies Record<string, RefusalKind>;

/** Why a class that is on the calendar cannot be changed, cancelled or deleted. */
export const changeRefusals = {
  changedMeanwhile: { code: 'classes/changed-meanwhile', status: 409 },
  seatsTaken: { code: 'classes/seats-taken', status: 409 },
  hasStudents: { code: 'classes/has-students', status: 409 },
  alreadyOver: { code: 'classes/already-over', status: 409 },
  alreadyHeld: { code: 'classes/already-held', status: 409 },
  hasPayments: { code: 'classes/has-payments', status: 409 },
  notATeacher: { code: 'classes/not-a-teacher', status: 422 },
  teacherHasSeat: { code: 'classes/teacher-has-seat', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** Why a class cannot be changed or cancelled with the others of its series. */
export const seriesRefusals = {
  notInSeries: { code: 'classes/not-in-series', status: 409 },
  /** Taking a day of the week away cancels classes, and cancelling needs a reason. */
  reasonNeeded: { code: 'classes/reason-needed', status: 422 },
  /** The offer was answered or withdrawn, or what it is of moved, changed hands or has begun. */
  offerGone: { code: 'classes/offer-gone', status: 404 },
} as const satisfies Record<string, RefusalKind>;

/** Why attendance cannot be marked, or why a student cannot rate a class. */
export const attendanceRefusals = {
  notStarted: { code: 'classes/not-started', status: 409 },
  notOnRoster: { code: 'classes/not-on-roster', status: 422 },
  rollClosed: { code: 'classes/roll-closed', status: 409 },
  notAttended: { code: 'classes/not-attended', status: 403 },
} as const satisfies Record<string, RefusalKind>;

/** Why a club cannot be left or booked, or an absence not be explained, because of the rules of absences. */
export const absenceRefusals = {
  /** Leaving now counts as an absence, and the student has not said that they know. */
  leavesLate: { code: 'classes/leaves-late', status: 409 },
  clubsPaused: { code: 'classes/clubs-paused', status: 409 },
  noAbsence: { code: 'classes/no-absence', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** Why the meeting of a class cannot be entered through Sumi. */
export const entryRefusals = {
  doorClosed: { code: 'classes/door-closed', status: 409 },
  noRoom: { code: 'classes/no-room', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** Why a person who came without a seat cannot be added, beside a full class and a tier that is too low. */
export const walkInRefusals = {
  hasSeat: { code: 'classes/has-seat', status: 409 },
  notForThisClass: { code: 'classes/not-for-this-class', status: 422 },
} as const satisfies Record<string, RefusalKind>;

/** Why a teacher writes no more reasons to a person whom they remove from classes, nor gives them another seat. */
export const removalRefusals = {
  oftenRemoved: { code: 'classes/often-removed', status: 409 },
} as const satisfies Record<string, RefusalKind>;

/** Why a student cannot buy a single seat, beside the reasons of `enrolRefusals`. */
export const buyRefusals = {
  alreadyYours: { code: 'classes/already-yours', status: 409 },
  inYourPlan: { code: 'classes/in-your-plan', status: 409 },
  notSold: { code: 'classes/not-sold', status: 409 },
} as const satisfies Record<string, RefusalKind>;

export const quoteRefusals = {
  noConsent: { code: 'classes/no-consent-to-quote', status: 409 },
} as const satisfies Record<string, RefusalKind>;
