import { withoutFormulaGuards } from '#shared/formats/guard-formulas.ts';
import { findLanguage } from '#shared/languages.ts';
import { lineOfText } from '#shared/text.ts';
import type { RankingColumn, RankingRow, RejectedRow } from '../contract.ts';
import { xpPerMinute } from '../rules.ts';
import type { ColumnMap } from './map-columns.ts';
import { readFigure } from './read-figure.ts';

/** The learning time that stands on the board where the file gives none. */
export const noTime = '0h 0m';

/** `xpPerMinute` is null when the file gives no time. */
export type ReadRow = RankingRow & { extras: Record<string, string>; xpPerMinute: number | null };

export type RowOutcome =
  | { row: ReadRow; misread: { column: RankingColumn; text: string }[] }
  | { row: null; reason: RejectedRow['reason'] };

const longest = {
  name: 200,
  email: 254,
  classroom: 200,
  language: 60,
  learningTime: 40,
  extra: 300,
  misread: 60,
};
const readable = lineOfText(longest.name);

/** Parses one row's values into a line of the board, or returns the reason why it is rejected. */
export function readRow(values: readonly string[], { indexes, extras }: ColumnMap): RowOutcome {
  if (values.every((value) => value.trim() === '')) return { row: null, reason: 'empty' };
  const text = (column: RankingColumn) => oneLine(values[indexes[column] ?? -1] ?? '');
  const fullName = text('fullName');
  const username = text('username');
  if (fullName === '') return { row: null, reason: 'no-name' };
  if (username === '') return { row: null, reason: 'no-username' };
  if (fullName.length > longest.name || username.length > longest.name)
    return { row: null, reason: 'too-long' };
  if (!readable.safeParse(fullName).success || !readable.safeParse(username).success)
    return { row: null, reason: 'unreadable' };

  const misread: { column: RankingColumn; text: string }[] = [];
  const number = (column: RankingColumn, kind: 'whole' | 'percentage' = 'whole') => {
    const value = readFigure(text(column), kind);
    if (value === undefined) misread.push({ column, text: cut(text(column), longest.misread) });
    return value ?? 0;
  };
  const totalExp = number('totalExp');
  const row = {
    fullName,
    username,
    email: cut(text('email'), longest.email) || null,
    classroom: cut(text('classroom'), longest.classroom) || null,
    language: readLanguage(text('language')),
    streakDays: number('streakDays'),
    completedSections: number('completedSections'),
    totalSections: number('totalSections'),
    completionPercentage: number('completionPercentage', 'percentage'),
    practiceDays: number('practiceDays'),
    totalExp,
    xpPerMinute: xpPerMinute(totalExp, text('learningTime')),
    learningTime: cut(text('learningTime'), longest.learningTime) || noTime,
    lessons: number('lessons'),
    otherActivities: number('otherActivities'),
    practice: number('practice'),
    stories: number('stories'),
    crazyPairs: number('crazyPairs'),
    extras: Object.fromEntries(
      extras.map(({ index, header }) => [header, cut(oneLine(values[index] ?? ''), longest.extra)]),
    ),
  };
  return { row, misread };
}

/** The code for `Inglés`, `English`, `en`, `en-US` or `Spanish (Latin America)`; an unknown text stays unchanged. */
function readLanguage(text: string): string {
  const language =
    findLanguage(text.normalize('NFC')) ?? findLanguage(/^[\p{L}\p{M}]+/u.exec(text)?.[0] ?? '');
  return language?.code ?? cut(text, longest.language);
}

/** Replaces line breaks and control characters by a space and removes the apostrophe that guards a formula. */
function oneLine(text: string): string {
  return withoutFormulaGuards(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
}

/** Shortens a text without splitting a surrogate pair. */
function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/, '');
}
