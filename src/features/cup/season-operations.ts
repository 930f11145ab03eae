import { z } from 'zod';
import { wholeNumber } from '#shared/formats/whole-number.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText, longestReason } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import { boardChanged, noSuchRow, seasonClosed, seasonRunning } from './cup-refusals.ts';
import { cupAlias, season } from './cup-shapes.ts';

const bySeason = z.object({ season });

/** Coins for the first, second and third of each language. */
const prizes = z.tuple([z.int(), z.int(), z.int()]);

const cupSettings = z.object({
  prizes,
  /** A row with more experience for each minute wins nothing until an administrator releases it. */
  mostXpPerMinute: z.int(),
  /** A language with fewer participants who have experience gives no prizes. */
  fewestParticipants: z.int(),
});
export type CupSettings = z.infer<typeof cupSettings>;

const cupSeason = z.object({ season, rows: z.int(), closedAt: z.iso.datetime().nullable() });
export type CupSeason = z.infer<typeof cupSeason>;

export const listCupSeasons = operation({
  id: 'listCupSeasons',
  method: 'get',
  path: '/api/cup/seasons',
  summary: 'The months that have a board, the latest first, and the prizes and numbers of the cup.',
  answer: z.object({ items: z.array(cupSeason), settings: cupSettings }),
});

const prizeStatuses = ['waiting', 'paid', 'lapsed'] as const;

/** A winner as every visitor sees them: first name and initial, or the alias. */
export const cupWinner = z.object({
  place: z.int(),
  language: z.string(),
  name: z.string(),
  alias: cupAlias.nullable(),
  /** Whether it is the reader's own row. */
  own: z.boolean(),
  totalExp: z.int(),
  streakDays: z.int(),
  coins: z.int(),
  /**
   * `waiting` until a claim to the row is confirmed, `lapsed` when a later month was closed before a claim was made.
   */
  status: z.enum(prizeStatuses),
});
export type CupWinner = z.infer<typeof cupWinner>;

export const listCupWinners = operation({
  id: 'listCupWinners',
  method: 'get',
  path: '/api/cup/seasons/{season}/winners',
  summary: 'The first three of each language of a closed month; none while it is open.',
  params: bySeason,
  answer: z.object({ closedAt: z.iso.datetime().nullable(), items: z.array(cupWinner) }),
});

/** A row that would win, as administrators see it. */
const futureWinner = z.object({
  place: z.int(),
  language: z.string(),
  fullName: z.string(),
  username: z.string(),
  totalExp: z.int(),
  coins: z.int(),
  /** The name of the person whose confirmed claim it is; null for an unclaimed row. */
  claimedBy: z.string().nullable(),
});

export const previewCupClosing = operation({
  id: 'previewCupClosing',
  method: 'get',
  path: '/api/cup/seasons/{season}/closing',
  summary: 'What closing a month would pay, and to whom.',
  params: bySeason,
  answer: z.object({
    season,
    /** The board that would be final. */
    boardId: uuid,
    rows: z.int(),
    /** As old are the figures by which it pays. */
    importedAt: z.iso.datetime(),
    winners: z.array(futureWinner),
    /** How many participants with experience a language needs for its prizes. */
    fewestParticipants: z.int(),
    /** How many rows are held: they win nothing unless they are released first. */
    held: z.int(),
    /** Prizes of earlier months without a claim, which would lapse. */
    lapsing: z.object({ count: z.int(), coins: z.int() }),
    /** Prizes of earlier months that go on waiting, because a claim to their row waits for an administrator. */
    undecided: z.object({ count: z.int(), coins: z.int() }),
    allowed: z.object({ close: z.string().nullable() }),
  }),
  refusals: [commonRefusals.notFound],
});

const closed = z.object({
  season,
  closedAt: z.iso.datetime(),
  /** Coins paid to claimed rows, and coins that wait for a claim. */
  paid: z.object({ count: z.int(), coins: z.int() }),
  waiting: z.object({ count: z.int(), coins: z.int() }),
});

export const closeCupSeason = operation({
  id: 'closeCupSeason',
  method: 'post',
  path: '/api/cup/seasons/{season}/close',
  summary: 'Closes a month that is over and pays its prizes, once; closing it again changes nothing.',
  params: bySeason,
  /** The board of the preview: refused when another one took its place. */
  body: z.object({ boardId: uuid }),
  answer: closed,
  refusals: [boardChanged, seasonRunning, commonRefusals.notFound],
});

/** A row whose experience is out of all proportion to its time; administrators only. */
const heldRow = z.object({
  username: z.string(),
  fullName: z.string(),
  language: z.string(),
  position: z.int(),
  totalExp: z.int(),
  learningTime: z.string(),
  /** Null without a time. */
  xpPerMinute: z.int().nullable(),
  /** False where an administrator looked at it, and it may win. */
  held: z.boolean(),
  /** An administrator holds it, whatever its experience for each minute. */
  byHand: z.boolean(),
});
export type HeldRow = z.infer<typeof heldRow>;

export const listHeldRows = operation({
  id: 'listHeldRows',
  method: 'get',
  path: '/api/cup/seasons/{season}/held',
  summary:
    'Rows with more experience for each minute than the setting, and those held by hand, best positions first, 20 a page.',
  params: bySeason,
  query: z.object({ cursor: cursorInput }),
  answer: z.object({ items: z.array(heldRow), nextCursor: z.string().nullable() }),
});

export const setRowHold = operation({
  id: 'setRowHold',
  method: 'put',
  path: '/api/cup/seasons/{season}/hold',
  summary: 'Holds the rows of a user name for a month, so that they win nothing, or releases them.',
  params: bySeason,
  body: z.object({
    username: lineOfText(200),
    held: z.boolean(),
    /** For the audit log. */
    reason: lineOfText(longestReason).nullish(),
  }),
  answer: z.object({ held: z.boolean() }),
  refusals: [seasonClosed, noSuchRow, commonRefusals.notFound, commonRefusals.ownMatter],
});

/** The least and the most of each number that administrators set; `cup_settings` checks the same. */
export const cupLimits = {
  prize: [0, 100_000],
  mostXpPerMinute: [1, 10_000],
  fewestParticipants: [1, 1000],
} as const;
const prize = wholeNumber(cupLimits.prize);

export const setCupSettings = operation({
  id: 'setCupSettings',
  method: 'put',
  path: '/api/cup/settings',
  summary:
    'Sets the prizes, which languages give them, and the experience for each minute above which a row is held.',
  body: z.object({
    prizes: z.tuple([prize, prize, prize]),
    mostXpPerMinute: wholeNumber(cupLimits.mostXpPerMinute),
    fewestParticipants: wholeNumber(cupLimits.fewestParticipants),
  }),
  answer: cupSettings,
});
