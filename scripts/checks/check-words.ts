import { findComments } from './find-comments.ts';
import { findTestNames } from './find-test-names.ts';
import { readTree } from './read-tree.ts';

// Plain English, as far as a machine can tell (the rules are in CONTRIBUTING.md): no comment, no test name, no summary
// of an operation and no page of the documentation uses a word that hides who acts or which mechanism is meant, and no
// line of a comment is longer than 120 columns. `npm run check:words` prints each fault and exits 1.

/** A word that this prose does without, and what to write instead. A capital "Of" begins a sentence. */
const words: readonly (readonly [RegExp, string])[] = [
  [/\b(who(so)?ever|whomever)\b/i, 'name who acts: student, teacher, administrator, visitor, person'],
  [/\b(somebody|someone|anybody|anyone)\b/i, 'name who acts: student, teacher, administrator, person'],
  [/\b(nobody|no one)\b/i, 'say who does not: no student, no teacher, no administrator, no person'],
  [
    /\b(to|for|from) who [a-z]+|\bof who (became|had|has no)\b/i,
    'name the person: a student who, the person who',
  ],
  [/\b(wait\w*|hold\w*)\b[^.]*\bin a circle\b/i, 'deadlock'],
  [/\bmanieth\b/i, 'how many so far'],
  [/\bhurr(y|ies|ied)\b/i, 'run now, start early'],
  [/\b(a|at) glance\b/i, 'a read without the lock, a fast path'],
  [/\b(lets?|letting) go\b/i, 'release'],
  [/\bto be had\b/i, 'available, free'],
  [/\banew\b/i, 'again'],
  [/\bat the door\b/i, 'before the lock, before the transaction'],
  [/\bOf\b/, 'begin with the subject of the sentence: who acts, or what it is about'],
];

/** The faults of a tree, given as path and content. */
export function findWordFaults(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([file]) => /\.(tsx?|mjs|sql|css|md)$/.test(file))
    .filter(([file]) => !file.startsWith('scripts/checks/check-words') && !quoting.has(file))
    .flatMap(([file, text]) => {
      const prose = file.endsWith('.md') ? paragraphsOf(text) : proseOf(file, text);
      return [
        ...prose.flatMap((each) => faultsOf(file, each)),
        ...longLines(file, text),
        ...unfinishedTitles(file, text),
        ...titlesWithoutSubject(file, text),
        ...otherControls(file, text),
      ];
    });
}

/** Pages that quote the words, or what others said. */
const quoting = new Set(['CONTRIBUTING.md', 'CHANGELOG.md']);

function paragraphsOf(text: string): Prose[] {
  return text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.replace(/`[^`]*`|"[^"]*"|\]\([^)]*\)/g, '') }));
}

/** A title is true on its own in a list of failures: `describe` names its subject, and it goes on from there. */
function unfinishedTitles(file: string, text: string): string[] {
  return titlesOf(file, text)
    .filter(({ text: title }) => /^(and|but|nor|not|or)\b/i.test(title))
    .map((title) => `${file}:${lineOf(text, title.index)}: "${title.text}"; begin with what is claimed`);
}

/** One beginning, so that a search finds every control. */
function otherControls(file: string, text: string): string[] {
  return titlesOf(file, text)
    .filter(({ text: title }) => /^(a )?control:/i.test(title))
    .map(({ index }) => `${file}:${lineOf(text, index)}: a control begins with "the control:"`);
}

/** Outside of `describe`, a title that begins with a verb names no subject. */
function titlesWithoutSubject(file: string, text: string): string[] {
  return titlesOf(file, text).flatMap(({ text: title, index, isInDescribe }) => {
    const [first = ''] = title.split(' ');
    if (isInDescribe || !verbs.has(first)) return [];
    const line = lineOf(text, index);
    return `${file}:${line}: a title that begins with "${first}" outside of describe; name what does it`;
  });
}

const verbs = new Set(
  [
    'accepts are asks calls cancels changes deletes does finds gives go greets hands has ignores is keeps leaves lets',
    'makes names puts reads refuse refuses removes returns says sees sends serves shows stores take takes tells throws',
    'tries turns writes',
  ].flatMap((some) => some.split(' ')),
);

const titlesOf = (file: string, text: string) =>
  /\.test\.tsx?$/.test(file) ? findTestNames(file, text) : [];
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

function longLines(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > 120 && /^\s*(\/\*\*?|\*|\/\/|--) /.test(line) && !/biome-ignore|https?:/.test(line)
        ? [`${file}:${index + 1}: a comment of ${line.length} columns; 120 at most`]
        : [],
    );
}

type Prose = { line: number; text: string };

function faultsOf(file: string, { line, text }: Prose): string[] {
  return words.flatMap(([word, instead]) => {
    const found = word.exec(text);
    return found ? [`${file}:${line}: "${found[0]}"; ${instead}`] : [];
  });
}

/** The comments of a file, the names of its tests and the summaries of its operations, without what backticks quote. */
function proseOf(file: string, text: string): Prose[] {
  const found = [...findComments(file, text), ...titlesOf(file, text), ...summariesOf(file, text)];
  return found.map((each) => ({
    line: lineOf(text, each.index),
    text: each.text.replace(/\s*\n\s*(\*|--|\/\/)?\s*/g, ' ').replace(/`[^`]*`/g, ''),
  }));
}

/** What the API's documentation says of each operation. */
const summariesOf = (file: string, text: string) =>
  /(contract|operations)\.ts$/.test(file)
    ? [...text.matchAll(/\bsummary:\s*(?:'((?:\\.|[^'\\])*)'|"([^"]*)")/g)].map(
        ({ 1: one, 2: two, index }) => ({
          text: one ?? two ?? '',
          index,
        }),
      )
    : [];

if (import.meta.main) {
  const faults = findWordFaults(readTree());
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  console.log('No comment, no test name and no summary uses a word that CONTRIBUTING.md rules out');
}
