import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { emptyFile, notCsv, seasonClosed, tooManyRows } from './cup-refusals.ts';
import {
  importWarning,
  misreadValue,
  rankingColumns,
  rankingRow,
  rejectedRow,
  repeatedRow,
  season,
} from './cup-shapes.ts';

export const maxFileBytes = 10 * 1024 * 1024;

/** Columns assigned by an administrator: `fullName:0,username:3`, by index in the file, from 0. */
const columnsByHand = z
  .string()
  .max(600)
  .regex(/^[a-zA-Z]+:\d{1,3}(,[a-zA-Z]+:\d{1,3})*$/)
  .transform((text) => text.split(',').map((part) => part.split(':')))
  .pipe(z.array(z.tuple([z.enum(rankingColumns), z.coerce.number<string>().int()])))
  .refine((pairs) => new Set(pairs.map(([column]) => column)).size === pairs.length, 'a column twice')
  .refine((pairs) => new Set(pairs.map(([, index]) => index)).size === pairs.length, 'an index twice')
  .refine(
    (pairs) => ['fullName', 'username'].every((column) => pairs.some(([it]) => it === column)),
    'no name',
  );

/** How many files one import takes. */
export const mostFiles = 40;

/** The bytes of each file, where the body is several files one after another: `1200,880`. */
const fileSizes = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9})*$/)
  .transform((text) => text.split(',').map(Number))
  .refine((sizes) => sizes.length <= mostFiles, 'too many files');

/** The parts of a long list that an answer holds: repeated rows and misread values. */
export const mostListed = 1000;

const leader = z.object({ fullName: z.string(), language: z.string(), totalExp: z.int() });

const whose = { name: z.string(), username: z.string(), language: z.string() };
/** A few examples of changed rows, best positions first. */
const changedRows = z.object({
  added: z.array(z.object({ ...whose, totalExp: z.int() })),
  removed: z.array(z.object({ ...whose, totalExp: z.int() })),
  changed: z.array(z.object({ ...whose, before: z.int(), totalExp: z.int() })),
});
export type ChangedRows = z.infer<typeof changedRows>;

export const previewCupImport = operation({
  id: 'previewCupImport',
  method: 'post',
  path: '/api/cup/imports',
  summary: 'Reads ranking files into one draft board and tells what publishing it would change.',
  query: z.object({ season, columns: columnsByHand.optional(), sizes: fileSizes.optional() }),
  file: {
    types: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'application/octet-stream'],
    maxBytes: maxFileBytes,
  },
  answer: z.object({
    boardId: uuid,
    season,
    rows: z.number().int(),
    /** For each file of the import. */
    files: z.array(z.object({ rows: z.int(), rejected: z.int() })),
    repeated: z.array(repeatedRow),
    misread: z.array(misreadValue),
    /** The best rows of the draft, and of the board that it would replace. */
    leaders: z.array(leader),
    replaced: z
      .object({ season, rows: z.int(), importedAt: z.iso.datetime(), leaders: z.array(leader) })
      .nullable(),
    /** The month of the live board where that is a later one: it stays, and the draft goes to the archive. */
    staysLive: season.nullable(),
    /** The first rows as parsed. */
    sample: z.array(rankingRow),
    rejected: z.array(rejectedRow),
    changes: z.object({
      added: z.number().int(),
      removed: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
    }),
    examples: changedRows,
    /** How many rows would be held, because they have too much experience for their minutes. */
    held: z.int(),
    /** Kids whose confirmed row would leave the board: how many, and the first user names. */
    kidsLeftOut: z.object({ count: z.int(), usernames: z.array(z.string()) }),
    warnings: z.array(importWarning),
    /** The file's headers, in its own order. */
    headers: z.array(z.string()),
    /** The file's header for each column; null without one. */
    columns: z.array(
      z.object({
        column: z.enum(rankingColumns),
        header: z.string().nullable(),
        /** Where it stands in the file, from 0. */
        index: z.int().nullable(),
      }),
    ),
    /** Headers without a column of their own; their values are stored with each row as JSON. */
    extras: z.array(z.string()),
  }),
  refusals: [emptyFile, notCsv, tooManyRows, seasonClosed, commonRefusals.tooLarge],
});
