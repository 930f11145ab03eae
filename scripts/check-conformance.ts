import { findTestNames } from './find-test-names.ts';
import { readTree } from './read-tree.ts';

// docs/conformance.md says for each line of the specification where it stands and which test shows it, and
// docs/reliability.md the same of what goes wrong. This check refuses
// - a path that is no file, and a title that no test of the named file has;
// - a row that names no test by file and title, unless its state is `later`;
// - a state other than `stands`, `ruled` and `later`;
// - counts at the top that are not those of the rows.
// `npm run check:conformance`.

const pages = ['docs/conformance.md', 'docs/reliability.md'];
const states = ['stands', 'ruled', 'later'] as const;
type State = (typeof states)[number];

/** The faults of the pages, given the tree as path and content. */
export function findConformanceFaults(files: ReadonlyMap<string, string>): string[] {
  return pages.flatMap((page) => (files.has(page) ? faultsOfPage(page, files) : []));
}

function faultsOfPage(page: string, files: ReadonlyMap<string, string>): string[] {
  const lines = (files.get(page) ?? '').split('\n');
  const rows = lines.flatMap((line, index) =>
    isRow(line) ? [{ line: index + 1, cells: cellsOf(line) }] : [],
  );
  const faults = rows.flatMap(({ line, cells }) =>
    faultsOfRow(cells, files).map((fault) => `${page}:${line}: ${fault}`),
  );
  const counts = countsOf(rows.map(({ cells }) => cells.at(-1) ?? ''));
  return lines.includes(counts) ? faults : [...faults, `${page}: the counts are "${counts}"`];
}

/** A row of a table, without its header and the line below that. */
function isRow(line: string): boolean {
  return line.startsWith('|') && !line.startsWith('| line |') && !/^\|[\s|-]*$/.test(line);
}

/** The text of each cell. */
function cellsOf(row: string): string[] {
  return row
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/\s\|(?=\s|$)/)
    .map((cell) => cell.trim());
}

/** The line that the page begins with. */
function countsOf(found: readonly string[]): string {
  const each = states.map((state) => `${found.filter((one) => one === state).length} \`${state}\``);
  return `- Counts: ${found.length} rows, of which ${each[0]}, ${each[1]} and ${each[2]}.`;
}

function faultsOfRow(cells: readonly string[], files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const state = cells.at(-1) as State;
  if (cells.length !== 4) faults.push(`${cells.length} cells; line, where, shown by, state`);
  if (!states.includes(state)) faults.push(`"${state}" is none of ${states.join(', ')}`);
  let file: string | undefined;
  let named = 0;
  for (const [, path, title] of cells.join(' | ').matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (path !== undefined && /\.(tsx?|css|sql|mjs)$/.test(path)) {
      file = findFile(path, file, files);
      if (file === undefined) faults.push(`no file ${path}`);
    } else if (title !== undefined && file && /\.test\.tsx?$/.test(file)) {
      const names = findTestNames(files.get(file) ?? '');
      if (names.some((name) => isSame(name, title))) named += 1;
      else faults.push(`${file} has no test "${title}"`);
    }
  }
  if (named === 0 && faults.length === 0 && state !== 'later') faults.push('names no test by file and title');
  return faults;
}

/** A path from the root or from `src/features/`; a bare name stands in the folder of the path before it. */
function findFile(path: string, before: string | undefined, files: ReadonlyMap<string, string>) {
  const folder = before?.replace(/[^/]+$/, '') ?? '';
  return [path, `src/features/${path}`, `${folder}${path}`].find((each) => files.has(each));
}

/** Titles are the same where one leaves out what the other fills in: "…" on the page, `%i` in the code. */
function isSame(written: string, cited: string): boolean {
  const [name, title] = [written, cited].map((each) => each.replaceAll('’', "'")) as [string, string];
  const gap = /%[a-z]|\$\{[^}]*\}|\$[a-z]+|…/i;
  return holdsInOrder(name, title.split(gap)) || holdsInOrder(title, name.split(gap));
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  if (parts.length === 1) return text === parts[0];
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part.trim(), from);
    from = at + part.trim().length;
    return at !== -1;
  });
}

if (import.meta.main) {
  const faults = findConformanceFaults(readTree());
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  console.log(`Every row of ${pages.join(' and ')} names a test that exists, and the counts are right`);
}
