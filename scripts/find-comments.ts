export type Comment = { text: string; index: number };

/** The comments of a file, with their marks, and where each begins. SQL by the file's name, else TypeScript or CSS. */
export function findComments(file: string, text: string): Comment[] {
  const pattern = file.endsWith('.sql') ? sqlComment : scriptComment;
  return [...text.matchAll(pattern)].flatMap(({ 1: comment, index }) =>
    comment === undefined ? [] : [{ text: comment, index }],
  );
}

const sqlComment = /((?:--[^\n]*\n?\s*)+)|'(?:[^']|'')*'/g;
/** Strings are matched too, so that what looks like a comment inside one is none. */
const scriptComment =
  /(\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n?\s*)+)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
