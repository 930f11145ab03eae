import { z } from 'zod';
import { uuid } from '#shared/uuid.ts';
import { animals } from './rules.ts';

export const cupOrders = ['xp', 'streak'] as const;
export type CupOrder = (typeof cupOrders)[number];

export const seasonPattern = /^20\d\d-(0[1-9]|1[0-2])$/;

/** The month of a board's figures: `2026-05`. */
export const season = z.string().regex(seasonPattern);

/** The columns of a ranking file, in the order that applies when the header names none of them. */
export const rankingColumns = [
  'fullName',
  'username',
  'email',
  'classroom',
  'language',
  'streakDays',
  'completedSections',
  'totalSections',
  'completionPercentage',
  'practiceDays',
  'totalExp',
  'learningTime',
  'lessons',
  'otherActivities',
  'practice',
  'stories',
  'crazyPairs',
] as const;
export type RankingColumn = (typeof rankingColumns)[number];

const figures = {
  /** A code of the registry, or the file's own text where the language is unknown; may be empty. */
  language: z.string(),
  streakDays: z.number().int(),
  completedSections: z.number().int(),
  totalSections: z.number().int(),
  /** 0 to 100, two decimals. */
  completionPercentage: z.number(),
  practiceDays: z.number().int(),
  totalExp: z.number().int(),
  /** As written in the file: `12h 30m`. */
  learningTime: z.string(),
  lessons: z.number().int(),
  otherActivities: z.number().int(),
  practice: z.number().int(),
  stories: z.number().int(),
  crazyPairs: z.number().int(),
};

/** The alias of a person without a name on the board: `Colibrí 274`, the same on every board. */
export const cupAlias = z.object({ animal: z.enum(animals), number: z.int().min(10).max(999) });

/** A line of the board as every visitor sees it: first name and initial only. */
export const cupLine = z.object({
  id: uuid,
  position: z.number().int(),
  /** The alias in Spanish when the person has one. */
  name: z.string(),
  /** For kids, for members who chose an alias, and for names that administrators hide. */
  alias: cupAlias.nullable(),
  /** Whether it is the reader's own, by a confirmed claim or a verified e-mail. */
  own: z.boolean(),
  /** Whether it is held for review while its month is open. Told to its owner alone; false for every other reader. */
  held: z.boolean(),
  /**
   * `claim`: why the reader cannot say that this line is theirs, as a refusal's code; null when they can. `report`:
   * likewise, the line's name.
   */
  allowed: z.object({ claim: z.string().nullable(), report: z.string().nullable() }),
  ...figures,
});
export type CupLine = z.infer<typeof cupLine>;

/** A row of the file as it will be stored; administrators only. */
export const rankingRow = z.object({
  fullName: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  classroom: z.string().nullable(),
  ...figures,
});
export type RankingRow = z.infer<typeof rankingRow>;

const rejectionReasons = ['empty', 'no-name', 'no-username', 'too-long', 'unreadable'] as const;
/** Which file of an import, from 0 in the order in which they were sent. */
const file = z.int();

/** A rejected row: its line in the file (from 1), the reason, and its first characters. */
export const rejectedRow = z.object({
  file,
  line: z.number().int(),
  reason: z.enum(rejectionReasons),
  text: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;

/** A value that is no number or is negative: it counts as 0. */
export const misreadValue = z.object({
  file,
  line: z.int(),
  column: z.enum(rankingColumns),
  text: z.string(),
});
export type MisreadValue = z.infer<typeof misreadValue>;

/** A student whom two files have with the same language: the row with more experience stays, else the earlier one. */
export const repeatedRow = z.object({
  fullName: z.string(),
  username: z.string(),
  language: z.string(),
  kept: file,
  dropped: file,
});
export type RepeatedRow = z.infer<typeof repeatedRow>;

const importWarnings = [
  'by-position',
  'no-header',
  'quotes-ignored',
  'long-rows',
  'unreadable-numbers',
  'unreadable-times',
  'unknown-language',
  'blank-language',
  'same-username',
  'nothing-changes',
] as const;
/** Something that an administrator should check before publishing; `lines` are the first few concerned. */
export const importWarning = z.object({
  file,
  code: z.enum(importWarnings),
  count: z.number().int(),
  lines: z.array(z.number().int()),
});
export type ImportWarning = z.infer<typeof importWarning>;
