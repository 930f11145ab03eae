import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';

export const cupOrders = ['xp', 'streak'] as const;
export type CupOrder = (typeof cupOrders)[number];

/** A month, `2026-05`: what a board's figures belong to. */
export const season = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** The columns of a ranking file, in the order in which they stand where the header says nothing. */
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
  /** As the file has it: `12h 30m`. */
  learningTime: z.string(),
  lessons: z.number().int(),
  otherActivities: z.number().int(),
  practice: z.number().int(),
  stories: z.number().int(),
  crazyPairs: z.number().int(),
};

/** A line of the board as anybody sees it: a first name and an initial, never more of who it is. */
export const cupLine = z.object({ place: z.number().int(), name: z.string(), ...figures });
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

export const rejectionReasons = ['empty', 'no-name', 'no-username', 'too-long', 'unreadable'] as const;
/** A row that was left out: its line in the file (from 1), why, and how it begins. */
export const rejectedRow = z.object({
  line: z.number().int(),
  reason: z.enum(rejectionReasons),
  text: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;

export const importWarnings = [
  'by-position',
  'no-header',
  'quotes-ignored',
  'long-rows',
  'unreadable-numbers',
  'same-username',
  'nothing-changes',
] as const;
/** Something an administrator should look at before confirming; `lines` are the first few it concerns. */
export const importWarning = z.object({
  code: z.enum(importWarnings),
  count: z.number().int(),
  lines: z.array(z.number().int()),
});
export type ImportWarning = z.infer<typeof importWarning>;

/** The cup moves on while somebody reads or prepares it. */
export const boardChanged = {
  code: 'cup/board-changed',
  status: 409,
  message: 'El ranking cambió hace un momento. Revísalo de nuevo.',
} as const satisfies RefusalKind;

export const alreadyLive = {
  code: 'cup/already-live',
  status: 409,
  message: 'Este ranking ya se publicó.',
} as const satisfies RefusalKind;

export const emptyFile = {
  code: 'cup/empty-file',
  status: 422,
  message: 'El archivo está vacío.',
} as const satisfies RefusalKind;

export const notCsv = {
  code: 'cup/not-csv',
  status: 422,
  message: 'Esto no parece un CSV. Si viene de una hoja de cálculo, guárdala como CSV e intenta de nuevo.',
} as const satisfies RefusalKind;

/** `detail.most`: how many rows a file may have. */
export const tooManyRows = {
  code: 'cup/too-many-rows',
  status: 422,
  message: 'El archivo tiene demasiadas filas.',
} as const satisfies RefusalKind;

export const noRows = {
  code: 'cup/no-rows',
  status: 422,
  message: 'No hay ninguna fila que publicar.',
} as const satisfies RefusalKind;

export const listCup = operation({
  id: 'listCup',
  method: 'get',
  path: '/api/cup',
  summary: 'The live board of the cup, 50 lines a page; empty while there is none.',
  query: z.object({
    /** A code; another spelling of the language's name does as well. */
    language: lineOfText(60).optional(),
    order: z.enum(cupOrders).default('xp'),
    cursor: cursorInput,
  }),
  answer: z.object({
    season: season.nullable(),
    updatedAt: z.iso.datetime().nullable(),
    /** Lines under this filter, on all pages together. */
    total: z.number().int(),
    /** What languages the board has, the most frequent first. */
    languages: z.array(z.object({ language: z.string(), count: z.number().int() })),
    items: z.array(cupLine),
    nextCursor: z.string().nullable(),
  }),
  refusals: [boardChanged],
});

export const maxFileBytes = 10 * 1024 * 1024;

export const previewCupImport = operation({
  id: 'previewCupImport',
  method: 'post',
  path: '/api/cup/imports',
  summary: 'Reads a ranking file into a draft board and tells what publishing it would change.',
  query: z.object({ season }),
  file: {
    types: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream'],
    maxBytes: maxFileBytes,
  },
  answer: z.object({
    boardId: z.uuid(),
    season,
    rows: z.number().int(),
    /** The first rows, as they were understood. */
    sample: z.array(rankingRow),
    rejected: z.array(rejectedRow),
    changes: z.object({
      added: z.number().int(),
      removed: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
    }),
    warnings: z.array(importWarning),
    /** Which of the file's headers fills each column; null for none. */
    columns: z.array(z.object({ column: z.enum(rankingColumns), header: z.string().nullable() })),
    /** Headers that have no column of their own; kept with each row. */
    extras: z.array(z.string()),
  }),
  refusals: [emptyFile, notCsv, tooManyRows, commonRefusals.tooLarge],
});

const byId = z.object({ id: z.uuid() });

const published = z.object({ boardId: z.uuid(), season, count: z.number().int() });

export const commitCupImport = operation({
  id: 'commitCupImport',
  method: 'post',
  path: '/api/cup/imports/{id}/commit',
  summary: 'Makes a draft the live board, in place of the one it was compared with.',
  params: byId,
  answer: published,
  refusals: [alreadyLive, boardChanged, noRows, commonRefusals.notFound],
});

export const discardCupImport = operation({
  id: 'discardCupImport',
  method: 'delete',
  path: '/api/cup/imports/{id}',
  summary: 'Throws a draft away.',
  params: byId,
  answer: z.object({ discarded: z.literal(true) }),
  refusals: [alreadyLive, commonRefusals.notFound],
});

export const putBackCupBoard = operation({
  id: 'putBackCupBoard',
  method: 'post',
  path: '/api/cup/boards/{id}/put-back',
  summary: 'Makes an earlier board the live one again.',
  params: byId,
  answer: published,
  refusals: [alreadyLive, boardChanged, commonRefusals.notFound],
});

export const cupBoard = z.object({
  id: z.uuid(),
  season,
  status: z.enum(['live', 'archived']),
  rows: z.number().int(),
  rejected: z.number().int(),
  /** Null when that person's account is gone. */
  importedBy: z.string().nullable(),
  importedAt: z.iso.datetime(),
  publishedBy: z.string().nullable(),
  /** The last time it was made the live one. */
  publishedAt: z.iso.datetime(),
});
export type CupBoard = z.infer<typeof cupBoard>;

export const listCupBoards = operation({
  id: 'listCupBoards',
  method: 'get',
  path: '/api/cup/boards',
  summary: 'The live board and those before it, the latest first, 20 a page.',
  query: z.object({ cursor: cursorInput }),
  answer: z.object({ items: z.array(cupBoard), nextCursor: z.string().nullable() }),
});
