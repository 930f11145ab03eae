import { z } from 'zod';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText, longestReason, longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import {
  alreadyLive,
  boardChanged,
  claimDecided,
  claimExists,
  noRows,
  noSuchRow,
  ownClaim as ownClaimRefusal,
  rowTaken,
  seasonClosed,
  secondRow,
} from './cup-refusals.ts';
import { cupLine, cupOrders, season } from './cup-shapes.ts';

export * from './cup-refusals.ts';
export * from './cup-shapes.ts';
export * from './import-operation.ts';
export * from './season-operations.ts';

export const listCup = operation({
  id: 'listCup',
  method: 'get',
  path: '/api/cup',
  offline: true,
  summary: 'The live board of the cup or that of a month, 50 lines a page; empty while there is none.',
  query: z.object({
    /** A month that is or was published; without one, the live board. */
    season: season.optional(),
    /** A language code, or any known spelling of the language's name. */
    language: lineOfText(60).optional(),
    order: z.enum(cupOrders).default('xp'),
    cursor: cursorInput,
  }),
  answer: z.object({
    season: season.nullable(),
    /** When the board was imported: as old are its figures, also after it was put back. */
    updatedAt: z.iso.datetime().nullable(),
    /** Number of lines that match the filter, on all pages. */
    total: z.number().int(),
    /** The languages on the board, the most frequent first. */
    languages: z.array(z.object({ language: z.string(), count: z.number().int() })),
    /** The reader's own line that matches the filter, at whatever position; on the first page only. */
    own: cupLine.nullable(),
    /** How much that line lacks to overtake the one before it: experience, or days by streak; null for the first. */
    missing: z.int().nullable(),
    items: z.array(cupLine),
    nextCursor: z.string().nullable(),
  }),
  refusals: [boardChanged],
});

const byId = z.object({ id: uuid });

const published = z.object({ boardId: uuid, season, count: z.number().int() });

export const commitCupImport = operation({
  id: 'commitCupImport',
  method: 'post',
  path: '/api/cup/imports/{id}/commit',
  summary: 'Makes a draft the live board, or that of its month in the archive while a later month is live.',
  params: byId,
  /** `live` is false for a board in the archive. */
  answer: published.extend({ live: z.boolean() }),
  refusals: [alreadyLive, boardChanged, noRows, seasonClosed, commonRefusals.notFound],
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
  refusals: [alreadyLive, boardChanged, seasonClosed, commonRefusals.notFound],
});

export const cupBoard = z.object({
  id: uuid,
  season,
  status: z.enum(['live', 'archived']),
  rows: z.number().int(),
  rejected: z.number().int(),
  /** The importer's name, neutral once their account is deleted; null for a board that no person imported. */
  importedBy: z.string().nullable(),
  importedAt: z.iso.datetime(),
  publishedBy: z.string().nullable(),
  /** When it became the live board the last time. */
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

export const exportCupBoard = operation({
  id: 'exportCupBoard',
  method: 'get',
  path: '/api/cup/boards/{id}/export',
  summary:
    'A board that is or was live as a CSV file that can be imported again; formulas in it are only text.',
  params: byId,
  answer: z.string(),
  refusals: [commonRefusals.notFound],
});

const claimStatus = z.enum(['pending', 'confirmed', 'rejected']);
const claim = z.object({ username: z.string(), status: claimStatus, createdAt: z.iso.datetime() });
/** User names are not public: one who pointed at a row reads its user name once the claim is confirmed. */
const ownClaim = claim.extend({ username: z.string().nullable() });

/** The reader's claim, suggestion and visibility in the cup. */
const ownCup = z.object({
  /** The reader's last claim. */
  claim: ownClaim.nullable(),
  /** The user name of theirs that was confirmed last. It stays theirs while they claim a new one. */
  confirmed: z.string().nullable(),
  /** `claim`: why the reader cannot type another user name, as a refusal's code; null when they can. */
  allowed: z.object({ claim: z.string().nullable() }),
  /** The user name of the row with the reader's verified e-mail, unless the row is claimed. */
  suggestion: z.string().nullable(),
  /** The reader appears under an alias: by choice, or as a kid. */
  hidden: z.boolean(),
  kid: z.boolean(),
});

export const readOwnCup = operation({
  id: 'readOwnCup',
  method: 'get',
  path: '/api/cup/own',
  offline: true,
  summary: "The signed-in person's claim to a row, and whether they are named.",
  answer: ownCup,
});

export const claimCupRow = operation({
  id: 'claimCupRow',
  method: 'post',
  path: '/api/cup/claims',
  summary: 'Says which row is one’s own, by its user name or by the row; an administrator confirms.',
  body: z.union([z.strictObject({ username: lineOfText(200) }), z.strictObject({ lineId: uuid })]),
  answer: ownCup,
  refusals: [confirmEmailFirst, noSuchRow, rowTaken, claimExists, commonRefusals.tooMany],
});

export const withdrawCupClaim = operation({
  id: 'withdrawCupClaim',
  method: 'delete',
  path: '/api/cup/claims/own',
  summary: 'Takes one’s own claim back while it waits for a decision.',
  answer: ownCup,
});

export const setCupVisibility = operation({
  id: 'setCupVisibility',
  method: 'put',
  path: '/api/cup/visibility',
  summary: 'Whether one is named on the board or appears under an alias. Kids always have an alias.',
  body: z.object({ hidden: z.boolean() }),
  answer: ownCup,
  refusals: [commonRefusals.tooMany],
});

/** A claim as administrators see it. */
export const managedClaim = claim.extend({
  id: uuid,
  person: z.object({ name: z.string(), email: z.string(), kid: z.boolean() }),
  /** Rows with that user name: of the live board and with a prize that waits, else of the last board that had any. */
  rows: z.array(
    z.object({
      season,
      fullName: z.string(),
      email: z.string().nullable(),
      classroom: z.string().nullable(),
      language: z.string(),
      totalExp: z.int(),
    }),
  ),
  /**
   * Whether the account's e-mail is the row's; `verified` when the account has verified it. Null where no row has one.
   */
  emailMatch: z.enum(['verified', 'same', 'none']).nullable(),
  /** How many other claims wait for the same row. */
  rivals: z.int(),
  own: z.boolean(),
  /** The person's other user names that are confirmed: one that they changed, as a rule. */
  otherNames: z.array(z.string()),
});
export type ManagedClaim = z.infer<typeof managedClaim>;

export const listCupClaims = operation({
  id: 'listCupClaims',
  method: 'get',
  path: '/api/cup/claims',
  summary: 'Claims that wait, the longest waiting first; or those confirmed, the latest first. 20 a page.',
  query: z.object({ status: z.enum(['pending', 'confirmed']).default('pending'), cursor: cursorInput }),
  answer: z.object({ items: z.array(managedClaim), nextCursor: z.string().nullable() }),
});

const decided = z.object({ status: claimStatus });
const decideRefusals = [claimDecided, ownClaimRefusal, commonRefusals.notFound] as const;

export const confirmCupClaim = operation({
  id: 'confirmCupClaim',
  method: 'post',
  path: '/api/cup/claims/{id}/confirm',
  summary: 'Gives the row to the member who claims it; a row has one owner.',
  params: byId,
  answer: decided,
  refusals: [...decideRefusals, rowTaken, secondRow],
});

/** The person reads the reason in a notice. */
const because = z.object({ reason: longText(longestReason).optional() });

export const rejectCupClaim = operation({
  id: 'rejectCupClaim',
  method: 'post',
  path: '/api/cup/claims/{id}/reject',
  summary: 'Refuses a claim that waits; the person may claim another row.',
  params: byId,
  body: because,
  answer: decided,
  refusals: decideRefusals,
});

export const revokeCupClaim = operation({
  id: 'revokeCupClaim',
  method: 'post',
  path: '/api/cup/claims/{id}/revoke',
  summary: 'Takes back a claim that was confirmed: the row has no owner again.',
  params: byId,
  body: because,
  answer: decided,
  refusals: decideRefusals,
});
