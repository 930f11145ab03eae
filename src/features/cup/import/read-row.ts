import { findLanguage } from '#shared/languages.ts';
import { lineOfText } from '#shared/text.ts';
import type { RankingColumn, RankingRow, RejectedRow } from '../contract.ts';
import { withoutGuard } from '../rules.ts';
import type { ColumnMap } from './map-columns.ts';
import { readNumber } from './read-number.ts';

export type ReadRow = RankingRow & { extras: Record<string, string> };

export type RowOutcome =
  | { row: ReadRow; unreadableNumbers: boolean }
  | { row: null; reason: RejectedRow['reason'] };

const longest = { name: 200, email: 254, classroom: 200, language: 60, learningTime: 40, extra: 300 };
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

  let unreadableNumbers = false;
  const number = (column: RankingColumn, kind: 'whole' | 'percentage' = 'whole') => {
    const value = readNumber(text(column), kind);
    if (value === undefined) unreadableNumbers = true;
    return value ?? 0;
  };
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
    totalExp: number('totalExp'),
    learningTime: cut(text('learningTime'), longest.learningTime) || '0h 0m',
    lessons: number('lessons'),
    otherActivities: number('otherActivities'),
    practice: number('practice'),
    stories: number('stories'),
    crazyPairs: number('crazyPairs'),
    extras: Object.fromEntries(
      extras.map(({ index, header }) => [header, cut(oneLine(values[index] ?? ''), longest.extra)]),
    ),
  };
  return { row, unreadableNumbers };
}

/** The code for `Inglés`, `English`, `en`, `en-US` or `Spanish (Latin America)`; an unknown text stays unchanged. */
function readLanguage(text: string): string {
  const known = findLanguage(text.normalize('NFC')) ?? findLanguage(/^[\p{L}\p{M}]+/u.exec(text)?.[0] ?? '');
  return known?.code ?? cut(text, longest.language);
}

/** Replaces line breaks and control characters by a space and removes the apostrophe that guards a formula. */
function oneLine(text: string): string {
  return withoutGuard(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
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
