import { z } from 'zod';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText, longestReason, longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';

/**
 * Teachers and their applications. A member applies, an administrator decides. The application and the teacher profile
 * are one row, which counts while the person has the teacher role.
 */

export const verificationStatuses = ['pending', 'approved', 'rejected'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** The languages that a teacher can choose, in the order of the form. */
export const teachableLanguages = [
  'en', 'es', 'fr', 'de', 'pt', 'it', 'ja', 'zh', 'ko', 'ru',
] as const satisfies readonly LanguageCode[]; // biome-ignore format: one line for all of them

/** The limits of the form, which the database also enforces. */
export const longest = { bio: 2000, specialty: 60, specialties: 30, experienceYears: 80 };

export const teacherRefusals = {
  signInFirst: { code: 'teachers/sign-in-first', status: 401 },
  noLanguage: { code: 'teachers/no-language', status: 422 },
  adultsOnly: { code: 'teachers/adults-only', status: 403 },
  alreadyApplied: { code: 'teachers/already-applied', status: 409 },
  ownApplication: { code: 'teachers/own-application', status: 409 },
  alreadyDecided: { code: 'teachers/already-decided', status: 409 },
  /** Its teacher has written another version since the administrator read it. */
  changedMeanwhile: { code: 'teachers/changed-meanwhile', status: 409 },
} as const satisfies Record<string, RefusalKind>;

const withoutDoubles = <T>(list: T[]): T[] => [...new Set(list)];

/** Drops duplicates that differ only in case; the first stays. */
function withoutEchoes(words: string[]): string[] {
  const folded = words.map((word) => word.toLowerCase());
  return words.filter((_, at) => folded.indexOf(folded[at]!) === at);
}

/** The form of a teacher profile. Duplicates in lists are dropped, not refused. */
export const teachingForm = z.object({
  bio: longText(longest.bio),
  languagesTaught: z.array(z.enum(teachableLanguages)).max(50).transform(withoutDoubles),
  specialties: z
    .array(lineOfText(longest.specialty))
    .max(longest.specialties)
    .default([])
    .transform(withoutEchoes),
  experienceYears: z.int().min(0).max(longest.experienceYears).default(0),
});
export type TeachingForm = z.output<typeof teachingForm>;

/** The public facts of an approved teacher. */
const teacherFacts = {
  id: uuid,
  name: z.string(),
  image: z.string().nullable(),
  bio: z.string(),
  languagesTaught: z.array(z.enum(languageCodes)),
  specialties: z.array(z.string()),
  experienceYears: z.int(),
  /** 1 to 5 with two decimals; null without a rating. */
  averageRating: z.number().nullable(),
  totalReviews: z.int(),
  /** Distinct students who had a seat in a past class of theirs and were not marked absent. */
  totalStudentsTaught: z.int(),
  /** Their classes and clubs without the cancelled ones; on their public page those that are over alone. */
  totalEventsCreated: z.int(),
};

export const teacherCard = z.object({
  ...teacherFacts,
  /** When they were approved; null for applications without a date. */
  teachesSince: z.iso.datetime().nullable(),
});
export type TeacherCard = z.infer<typeof teacherCard>;

export const ownTeacherProfile = z.object({
  ...teacherFacts,
  verificationStatus: z.enum(verificationStatuses),
  isVerified: z.boolean(),
  /** The reason that the administrator gave for refusing. */
  rejectionReason: z.string().nullable(),
  /** Why administrators hide the public page; null while they do not. */
  pageHiddenReason: z.string().nullable(),
  appliedAt: z.iso.datetime(),
  /** Their share of paid, unrefunded seats, of those in the currency of the price of a seat; the statement has all. */
  totalEarningsCents: z.int(),
  earningsCurrency: z.string(),
});
export type OwnTeacherProfile = z.infer<typeof ownTeacherProfile>;

export const applyToTeach = operation({
  id: 'applyToTeach',
  method: 'post',
  path: '/api/teachers/application',
  summary:
    'Makes a teacher profile, which an administrator has to approve. A person who was refused, or lost the teacher’s role, may apply again.',
  body: teachingForm,
  answer: ownTeacherProfile,
  refusals: [
    teacherRefusals.signInFirst,
    teacherRefusals.noLanguage,
    teacherRefusals.adultsOnly,
    teacherRefusals.alreadyApplied,
    confirmEmailFirst,
  ],
});

export const readOwnTeacherProfile = operation({
  id: 'readOwnTeacherProfile',
  method: 'get',
  path: '/api/teachers/me',
  summary: 'One’s own teacher profile and application; 404 for a person who has none.',
  answer: ownTeacherProfile,
  refusals: [commonRefusals.notFound],
});

export const changeTeaching = operation({
  id: 'changeTeaching',
  method: 'patch',
  path: '/api/teachers/me',
  summary:
    'Changes what one says about one’s teaching; neither the answer to the application nor any figure.',
  body: z.object({
    bio: teachingForm.shape.bio.optional(),
    languagesTaught: teachingForm.shape.languagesTaught.optional(),
    specialties: z
      .array(lineOfText(longest.specialty))
      .max(longest.specialties)
      .transform(withoutEchoes)
      .optional(),
    experienceYears: z.int().min(0).max(longest.experienceYears).optional(),
  }),
  answer: ownTeacherProfile,
  refusals: [commonRefusals.notFound, teacherRefusals.noLanguage],
});

const teacherId = z.object({ id: uuid });

export const readTeacher = operation({
  id: 'readTeacher',
  method: 'get',
  path: '/api/teachers/{id}',
  summary: 'An approved teacher as everybody may know them; 404 for every other person.',
  params: teacherId,
  answer: teacherCard,
  refusals: [commonRefusals.notFound],
});

/** An application as administrators see it. */
export const application = z.object({
  ...teacherFacts,
  email: z.string(),
  emailVerified: z.boolean(),
  memberSince: z.iso.datetime(),
  verificationStatus: z.enum(verificationStatuses),
  appliedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  /** Why the public page is hidden; null while it is not. */
  pageHiddenReason: z.string().nullable(),
  /** What they wrote: a decision about it names the version that was read. */
  version: z.int(),
  /** When they changed the page after it was hidden. */
  pageChangedAt: z.iso.datetime().nullable(),
  /** The latest rejection or revocation, also of an earlier application. */
  lastRefusal: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  /** Their upcoming classes. */
  upcomingEvents: z.int(),
  /** True when the reader is the applicant and another administrator must decide. */
  isOwn: z.boolean(),
});
export type Application = z.infer<typeof application>;

export const listApplications = operation({
  id: 'listApplications',
  method: 'get',
  path: '/api/teachers/applications',
  summary:
    'Applications to teach in one status, with how many there are in each: those who wait, the longest first; the others, the newest first. `search` looks in names and addresses.',
  query: z.object({
    status: z.enum(verificationStatuses).default('pending'),
    search: lineOfText(100).optional(),
    /** Only teachers whose page is hidden and was changed since. */
    pages: z.enum(['changed']).optional(),
    ...pageQuery({ usual: 20, most: 50 }),
  }),
  answer: z.object({
    items: z.array(application),
    nextCursor: z.string().nullable(),
    counts: z.object({ pending: z.int(), approved: z.int(), rejected: z.int() }),
  }),
});

const reason = z.object({ reason: lineOfText(longestReason) });
const version = z.object({ version: z.int() });
const decided = z.object({ id: uuid, verificationStatus: z.enum(verificationStatuses) });
const decisionRefusals = [
  commonRefusals.notFound,
  teacherRefusals.ownApplication,
  teacherRefusals.alreadyDecided,
];

export const approveApplication = operation({
  id: 'approveApplication',
  method: 'post',
  path: '/api/teachers/applications/{id}/approve',
  summary:
    'Lets a person whose application waits teach; from their next request on they may put classes on the calendar.',
  params: teacherId,
  body: version,
  answer: decided,
  refusals: [...decisionRefusals, teacherRefusals.changedMeanwhile, teacherRefusals.adultsOnly],
});

export const rejectApplication = operation({
  id: 'rejectApplication',
  method: 'post',
  path: '/api/teachers/applications/{id}/reject',
  summary: 'Refuses an application that waits; the applicant reads the reason and may apply again.',
  params: teacherId,
  body: reason.extend(version.shape),
  answer: decided,
  refusals: [...decisionRefusals, teacherRefusals.changedMeanwhile],
});

export const revokeTeacher = operation({
  id: 'revokeTeacher',
  method: 'post',
  path: '/api/teachers/applications/{id}/revoke',
  summary:
    'Takes an approved teacher’s rights; they read the reason and may apply again. Their classes stay.',
  params: teacherId,
  body: reason,
  answer: decided,
  refusals: decisionRefusals,
});

export const keepPageHidden = operation({
  id: 'keepPageHidden',
  method: 'post',
  path: '/api/teachers/applications/{id}/keep-hidden',
  summary: 'Keeps a hidden page hidden that its teacher has changed; they read why, and may change it again.',
  params: teacherId,
  body: reason.extend(version.shape),
  answer: z.object({ id: uuid }),
  refusals: [commonRefusals.notFound, teacherRefusals.alreadyDecided, teacherRefusals.changedMeanwhile],
});

export const reopenApplication = operation({
  id: 'reopenApplication',
  method: 'post',
  path: '/api/teachers/applications/{id}/reopen',
  summary: 'Takes an answer back: the application waits again. An unread notice of the answer goes with it.',
  params: teacherId,
  answer: decided,
  refusals: decisionRefusals,
});
