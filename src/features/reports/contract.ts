import { z } from 'zod';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput, pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { longestReason, longText } from '#shared/text.ts';
import { typedInstant } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';
import { needsWords, outcomes, reportReasons, type SubjectKind, subjectKinds } from './rules.ts';

export const reportRefusals = {
  settledMeanwhile: { code: 'reports/settled-meanwhile', status: 409 },
} as const satisfies Record<string, RefusalKind>;

const subject = {
  kind: z.enum(subjectKinds),
  /**
   * The id of a video, of a teacher, of a message, of a class or the class of notes, of a person (`name`) or of a line
   * of the cup, or the key of a review. A report of a name may give the key of a review in place of its author's id,
   * which visitors do not know. In small letters, however it is written: it is kept as text.
   */
  subject: z.string().max(36).toLowerCase(),
};

/** Each kind of thing has an id of its own shape. */
function isId({ kind, subject }: { kind: SubjectKind; subject: string }): boolean {
  return kind === 'review' ? isReviewKey(subject) : uuid.safeParse(subject).data === subject;
}

function isReportable({ kind, subject }: { kind: SubjectKind; subject: string }): boolean {
  return isId({ kind, subject }) || (kind === 'name' && isReviewKey(subject));
}

export const isReviewKey = (subject: string): boolean => /^[0-9a-f]{32}$/.test(subject);

export const reportContent = operation({
  id: 'reportContent',
  method: 'post',
  path: '/api/reports',
  summary:
    'Tells administrators what is wrong with something one sees; said again, it replaces what was said.',
  body: z
    .object({
      ...subject,
      reason: z.enum(reportReasons),
      words: longText(longestReason).nullable().default(null),
    })
    .refine(isReportable, 'no id of this kind')
    .refine(({ reason, words }) => !needsWords(reason) || words !== null, 'another reason needs words'),
  answer: z.object({ reported: z.literal(true) }),
  refusals: [confirmEmailFirst, commonRefusals.notFound, commonRefusals.tooMany],
});

/** What a person said about a thing. */
const said = z.object({
  id: uuid,
  reason: z.enum(reportReasons),
  words: z.string().nullable(),
  /** The reported words as they were, where their author may have changed them since. */
  shown: z.string().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
});
export type Said = z.infer<typeof said>;

const saidPage = z.object({ items: z.array(said), nextCursor: z.string().nullable() });

export const reportedThing = z.object({
  ...subject,
  /** What it is called or says; null when it is gone. */
  title: z.string().nullable(),
  /** The page where an administrator sees it; null when it is gone. */
  link: z.string().nullable(),
  /** Whether others see it now. */
  isShown: z.boolean(),
  /** The address of a picture that may be what was reported. */
  image: z.string().nullable(),
  /** Whether upholding takes it out of sight: a class that took place cannot be. */
  canHide: z.boolean(),
  /** Whether it is hidden and can be shown again from here. */
  canShow: z.boolean(),
  /** Whether upholding hides it from kids alone: they see it, and every report says that it is not for them. */
  keepsForAdults: z.boolean(),
  status: z.enum(['open', ...outcomes]),
  settledAt: z.iso.datetime().nullable(),
  /** The administrator's name, of a deleted account the neutral one; null while it is open. */
  settledBy: z.string().nullable(),
  /** Null, or why the administrator does not decide about it: it is theirs, and another one can. */
  allowed: z.object({ settle: z.string().nullable() }),
  count: z.number().int(),
  firstAt: z.iso.datetime(),
  /** The latest ten; `listReportsOf` reads on. None of what is the administrator's own, where they do not decide. */
  reports: saidPage,
});
export type ReportedThing = z.infer<typeof reportedThing>;

export const listReports = operation({
  id: 'listReports',
  method: 'get',
  path: '/api/reports',
  summary:
    'What was reported, one entry for each thing, 20 a page: open ones the longest waiting first, settled ones the latest first. Administrators only.',
  query: z.object({ settled: z.enum(['true', 'false']).default('false'), cursor: cursorInput }),
  answer: z.object({ items: z.array(reportedThing), nextCursor: z.string().nullable() }),
});

export const listReportsOf = operation({
  id: 'listReportsOf',
  method: 'get',
  path: '/api/reports/{kind}/{subject}',
  summary: 'The open reports of a thing, or those of one decision, the latest first. Administrators only.',
  params: z.object(subject).refine(isId, 'no id of this kind'),
  query: z.object({
    /** When they were decided about; left out, the open ones. */
    settledAt: typedInstant.optional(),
    ...pageQuery({ usual: 50, most: 100 }),
  }),
  answer: saidPage,
  refusals: [commonRefusals.ownMatter],
});

export const settleReports = operation({
  id: 'settleReports',
  method: 'put',
  path: '/api/reports/{kind}/{subject}',
  summary:
    'Decides about the open reports of a thing up to an instant: upheld hides it, from kids alone where they are all about kids; dismissed leaves it. Administrators only.',
  params: z.object(subject).refine(isId, 'no id of this kind'),
  body: z
    .object({
      outcome: z.enum(outcomes),
      reason: longText(longestReason).nullable().default(null),
      /** When the latest report was made that the administrator has read; later ones stay open. Left out: all. */
      upTo: z.iso.datetime().optional(),
    })
    .refine(({ outcome, reason }) => outcome !== 'upheld' || reason !== null, 'upholding has a reason'),
  answer: z.object({ outcome: z.enum(outcomes) }),
  refusals: [reportRefusals.settledMeanwhile, commonRefusals.ownMatter],
});

export const reopenReports = operation({
  id: 'reopenReports',
  method: 'put',
  path: '/api/reports/{kind}/{subject}/open',
  summary:
    'Opens the dismissed reports of one decision again; their reporters’ unread notices are withdrawn. Administrators only.',
  params: z.object(subject).refine(isId, 'no id of this kind'),
  body: z.object({ settledAt: z.iso.datetime() }),
  answer: z.object({ reopened: z.int() }),
  refusals: [reportRefusals.settledMeanwhile, commonRefusals.ownMatter],
});

export const showReported = operation({
  id: 'showReported',
  method: 'put',
  path: '/api/reports/{kind}/{subject}/shown',
  summary: 'Shows again what was hidden after a report. Administrators only.',
  params: z.object(subject).refine(isId, 'no id of this kind'),
  answer: z.object({ isShown: z.literal(true) }),
  refusals: [commonRefusals.notFound, commonRefusals.ownMatter],
});
