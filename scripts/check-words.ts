import { findTestNames } from './find-test-names.ts';
import { readTree } from './read-tree.ts';

// Plain English, as far as a machine can tell (the rules are in CONTRIBUTING.md): no comment and no test name uses
// a word that hides who acts or which mechanism is meant. `npm run check:words` prints each one and exits 1.

/** A word that comments and test names do without, and what to write instead. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\b(who(so)?ever|whomever)\b/i, 'name who acts: student, teacher, administrator, visitor, person'],
  [/\b(somebody|someone|anybody|anyone)\b/i, 'name who acts: student, teacher, administrator, person'],
  [/\b(nobody|no one)\b/i, 'say who does not: no student, no teacher, no administrator, no person'],
  [/\b(wait\w*|hold\w*)\b[^.]*\bin a circle\b/i, 'deadlock'],
  [/\bmanieth\b/i, 'how many so far'],
  [/\bhurr(y|ies|ied)\b/i, 'run now, start early'],
  [/\b(a|at) glance\b/i, 'a read without the lock, a fast path'],
  [/\b(lets?|letting) go\b/i, 'release'],
  [/\bto be had\b/i, 'available, free'],
  [/\banew\b/i, 'again'],
  [/\bat the door\b/i, 'before the lock, before the transaction'],
];

/** The faults of a tree, given as path and content. */
export function findWordFaults(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([file]) =>
      /^(src|seed|e2e|bench|scripts|migrations|clip-studio)\/.*\.(tsx?|mjs|sql|css)$/.test(file),
    )
    .filter(([file]) => !file.startsWith('scripts/check-words'))
    .flatMap(([file, text]) => proseOf(file, text).flatMap((prose) => faultsOf(file, prose)));
}

type Prose = { line: number; text: string };

function faultsOf(file: string, { line, text }: Prose): string[] {
  return words.flatMap(([word, instead]) => {
    const found = word.exec(text);
    return found ? [`${file}:${line}: "${found[0]}"; ${instead}`] : [];
  });
}

/** The comments of a file and, of a test file, the names of its tests, without what they quote in backticks. */
function proseOf(file: string, text: string): Prose[] {
  const comment = file.endsWith('.sql') ? sqlComment : scriptComment;
  const comments = [...text.matchAll(comment)].flatMap(({ 1: found, index }) =>
    found === undefined ? [] : [{ found, index }],
  );
  const names = /\.test\.tsx?$/.test(file)
    ? findTestNames(text).map((found) => ({ found, index: text.indexOf(found) }))
    : [];
  return [...comments, ...names].map(({ found, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: found.replace(/\s*\n\s*(\*|--|\/\/)?\s*/g, ' ').replace(/`[^`]*`/g, ''),
  }));
}

const sqlComment = /((?:--[^\n]*\n?\s*)+)|'(?:[^']|'')*'/g;
/** Strings are matched too, so that what looks like a comment inside one is none. */
const scriptComment =
  /(\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n?\s*)+)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

if (import.meta.main) {
  const faults = findWordFaults(readTree());
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  console.log('No comment and no test name uses a word that CONTRIBUTING.md rules out');
}
