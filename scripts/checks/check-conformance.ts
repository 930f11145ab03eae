import { findTestNames } from './find-test-names.ts';
import { readTree } from './read-tree.ts';

// docs/conformance.md says for each line of the specification where it stands and which test shows it,
// docs/reliability.md the same of what goes wrong, and docs/asvs.md of what a standard of security asks. This check
// refuses
// - a path that is no file, and a title that no test of the named file has;
// - a row that names no test by file and title, where its state says that there is one;
// - a state that the page does not have;
// - counts at the top that are not those of the rows.
// SECURITY.md says of each promise which test fails when it is broken. In its tables of promises this check refuses
// - a path that is no file, or the end of the paths of several, and a title that no test of the named file has;
// - a promise that names no test by file and title, or "a control" where no named file has one.
// `npm run check:conformance`.

/** The states of a page's rows, each with what a row of it has to name. */
type States = Readonly<Record<string, 'a test' | 'a place' | 'nothing'>>;

const ours: States = { stands: 'a test', ruled: 'a test', later: 'nothing' };
const pages: Readonly<Record<string, States>> = {
  'docs/conformance.md': ours,
  'docs/reliability.md': ours,
  'docs/asvs.md': { tested: 'a test', placed: 'a place', unmet: 'nothing', absent: 'nothing' },
};

const promisesPage = 'SECURITY.md';
const promisesHeader = '| promise | how | tested by |';

/** The faults of the pages, given the tree as path and content. */
export function findConformanceFaults(files: ReadonlyMap<string, string>): string[] {
  const faults = Object.entries(pages).flatMap(([page, states]) =>
    files.has(page) ? faultsOfPage(page, states, files) : [],
  );
  return files.has(promisesPage) ? [...faults, ...faultsOfPromises(files)] : faults;
}

function faultsOfPage(page: string, states: States, files: ReadonlyMap<string, string>): string[] {
  const lines = (files.get(page) ?? '').split('\n');
  const rows = lines.flatMap((line, index) =>
    isRow(line) ? [{ line: index + 1, cells: cellsOf(line) }] : [],
  );
  const faults = rows.flatMap(({ line, cells }) =>
    faultsOfRow(cells, states, files).map((fault) => `${page}:${line}: ${fault}`),
  );
  const found = rows.map(({ cells }) => cells.at(-1) ?? '');
  const counts = countsOf(found, Object.keys(states));
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
function countsOf(found: readonly string[], states: readonly string[]): string {
  const each = states.map((state) => `${found.filter((one) => one === state).length} \`${state}\``);
  const last = each.pop();
  return `- Counts: ${found.length} rows, of which ${each.join(', ')} and ${last}.`;
}

function faultsOfRow(cells: readonly string[], states: States, files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  const state = cells.at(-1) ?? '';
  if (cells.length !== 4) faults.push(`${cells.length} cells; line, where, shown by, state`);
  const toName = states[state];
  if (!toName) faults.push(`"${state}" is none of ${Object.keys(states).join(', ')}`);
  let file: string | undefined;
  let named = 0;
  for (const [, path, title] of cells.join(' | ').matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (path !== undefined && /\.(tsx?|css|sql|mjs)$/.test(path)) {
      file = findFile(path, file, files);
      if (file === undefined) faults.push(`no file ${path}`);
    } else if (title !== undefined && file && isTest(file)) {
      if (hasTest(file, title, files)) named += 1;
      else faults.push(`${file} has no test "${title}"`);
    }
  }
  if (faults.length > 0) return faults;
  if (named === 0 && toName === 'a test') faults.push('names no test by file and title');
  if (file === undefined && toName === 'a place') faults.push('names no place');
  return faults;
}

/** A path from the root or from `src/features/`; a bare name stands in the folder of the path before it. */
function findFile(path: string, before: string | undefined, files: ReadonlyMap<string, string>) {
  const folder = before?.replace(/[^/]+$/, '') ?? '';
  return [path, `src/features/${path}`, `${folder}${path}`].find((each) => files.has(each));
}

function faultsOfPromises(files: ReadonlyMap<string, string>): string[] {
  const lines = (files.get(promisesPage) ?? '').split('\n');
  let isInTable = false;
  return lines.flatMap((line, index) => {
    isInTable = line === promisesHeader || (isInTable && line.startsWith('|'));
    if (!isInTable || line === promisesHeader || !isRow(line)) return [];
    return faultsOfPromise(cellsOf(line), files).map((fault) => `${promisesPage}:${index + 1}: ${fault}`);
  });
}

/** The last cell is read first, because the files of the one before are neighbours of its tests. */
function faultsOfPromise(cells: readonly string[], files: ReadonlyMap<string, string>): string[] {
  const [, how = '', testedBy = ''] = cells;
  if (cells.length !== 3) return [`${cells.length} cells; promise, how, tested by`];
  const faults: string[] = [];
  const tests: string[] = [];
  let file: string | undefined;
  let named = 0;
  for (const [, path, title] of `${testedBy} | ${how}`.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (path !== undefined && /\.(tsx?|css|sql|mjs)$/.test(path)) {
      const found = findInSources(path, file, files);
      if (found.length !== 1)
        faults.push(found.length === 0 ? `no file ${path}` : `${path} names ${found.length} files`);
      file = found[0] ?? file;
      if (file && found.length === 1 && isTest(file)) tests.push(file);
    } else if (title !== undefined && file && isTest(file)) {
      if (hasTest(file, title, files)) named += 1;
      else faults.push(`${file} has no test "${title}"`);
    }
  }
  if (faults.length > 0) return faults;
  if (named === 0) return ['names no test by file and title'];
  const isControlled = tests.some((each) =>
    findTestNames(each, files.get(each) ?? '').some(({ text }) => text.startsWith('the control:')),
  );
  const namesControl = /with (?:a control|controls)/.test(testedBy);
  return namesControl && !isControlled ? ['names no file with a control'] : [];
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function hasTest(file: string, title: string, files: ReadonlyMap<string, string>): boolean {
  return findTestNames(file, files.get(file) ?? '').some(({ text }) => isSame(text, title));
}

/** As `findFile`, also from `src/`, and else every file of the sources whose path ends so. */
function findInSources(
  path: string,
  before: string | undefined,
  files: ReadonlyMap<string, string>,
): string[] {
  const found = findFile(path, before, files) ?? [`src/${path}`].find((each) => files.has(each));
  return found
    ? [found]
    : [...files.keys()].filter((each) => each.startsWith('src/') && each.endsWith(`/${path}`));
}

/** Titles are the same where one leaves out what the other fills in: "…" on the page, `%i` in the code. */
function isSame(written: string, cited: string): boolean {
  const [name, title] = [written, cited].map((each) => each.replaceAll('’', "'")) as [string, string];
  const gap = /%[a-z]|\$\{[^}]*\}|\$[a-z]+|…/i;
  return holdsInOrder(name, title.split(gap)) || holdsInOrder(title, name.split(gap));
}

/** Whether the text is the parts in their order, with anything between them. Parts that say nothing hold no text. */
function holdsInOrder(text: string, parts: readonly string[]): boolean {
  const said = parts.map((part) => part.trim());
  if (said.every((part) => part === '')) return false;
  const escaped = said.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`, 's').test(text.trim());
}

if (import.meta.main) {
  const faults = findConformanceFaults(readTree());
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  console.log(
    `Every row of ${Object.keys(pages).join(', ')} and every promise of ${promisesPage} names a test that exists, and the counts are right`,
  );
}
