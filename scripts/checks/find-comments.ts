import { parseSync } from 'oxc-parser';

export type Comment = { text: string; index: number };

/**
 * The comments of a file, with their marks, and where each begins; line comments that follow each other are one. By the
 * file's name it is SQL or CSS, else TypeScript.
 */
export function findComments(file: string, text: string): Comment[] {
  if (file.endsWith('.sql')) return matches(sqlComment, text);
  if (file.endsWith('.css')) return matches(cssComment, text);
  // A pattern cannot tell a quote in a regular expression or in JSX from the beginning of a string.
  const runs: { isLine: boolean; start: number; end: number }[] = [];
  for (const { type, start, end } of parseSync(file, text).comments) {
    const before = runs.at(-1);
    const isLine = type === 'Line';
    if (isLine && before?.isLine && text.slice(before.end, start).trim() === '') before.end = end;
    else runs.push({ isLine, start, end });
  }
  return runs.map(({ start, end }) => ({ text: text.slice(start, end), index: start }));
}

function matches(pattern: RegExp, text: string): Comment[] {
  return [...text.matchAll(pattern)].flatMap(({ 1: comment, index }) =>
    comment === undefined ? [] : [{ text: comment, index }],
  );
}

/** Strings are matched too, so that what looks like a comment inside one is none. */
const sqlComment = /((?:--[^\n]*\n?\s*)+)|'(?:[^']|'')*'/g;
const cssComment = /(\/\*[\s\S]*?\*\/)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
