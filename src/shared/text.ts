import { z } from 'zod';

// Control characters and bidirectional overrides belong to no name or sentence and can make one text look like
// another. New lines are allowed in long texts only.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
const manyCombiningMarks = /\p{M}{5,}/u;

/** One character that ink or a screen shows: neither a space, an invisible mark, an accent alone nor a filler. */
const visible = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

const clean = (text: string) =>
  text.isWellFormed() && !forbidden.test(text) && !manyCombiningMarks.test(text) && visible.test(text);

/** One line typed by a person, trimmed: at least one visible character, at most `max` characters. */
export function lineOfText(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => clean(text) && !/[\n\r\t]/.test(text), 'unreadable characters');
}

/** Several lines, trimmed: at least one visible character, at most `max` characters. */
export function longText(max: number) {
  return z.string().trim().min(1).max(max).refine(clean, 'unreadable characters');
}

/**
 * What a person searches for, trimmed: at most `max` characters. Marks that belong to no name come along with what is
 * pasted and only find nothing; what no table can hold is refused here, before an act is recorded.
 */
export function searchText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'unreadable characters');
}

/**
 * A text of another service as `longText` accepts it, or empty: without control characters, bidirectional overrides,
 * floods of accents and lone surrogates. What is longer than `max` UTF-16 units ends in `…`.
 */
export function cleanFoundText(text: string, max: number): string {
  return cut(withoutUnreadable(text.replaceAll(/\r\n?/g, '\n')), max);
}

/** As `cleanFoundText`, in one line, as `lineOfText` accepts it. */
export function cleanFoundLine(text: string, max: number): string {
  return cut(withoutUnreadable(text).replaceAll(/\s+/g, ' '), max);
}

function withoutUnreadable(text: string): string {
  return text
    .replaceAll(new RegExp(forbidden, 'g'), '')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .replaceAll(/\p{Surrogate}/gu, '');
}

function cut(text: string, max: number): string {
  const trimmed = text.trim();
  if (!visible.test(trimmed)) return '';
  if (trimmed.length <= max) return trimmed;
  // The expression finds half of a surrogate pair that the cut left.
  const start = trimmed.slice(0, max - 1).replace(/\p{Surrogate}$/u, '');
  return `${start.trimEnd()}…`;
}

/** The longest reason that a person gives for an act: dialogs, contracts and the schema agree on it. */
export const longestReason = 500;

/** A text as searches compare it: without accents, capitals and punctuation. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
