import { findTestNames } from './find-test-names.ts';
import { readTree } from './read-tree.ts';

// docs/conformance.md says for each line of the specification where it stands and which test shows it. This check
// refuses a path that is no file and a title that no test of the named file has. `npm run check:conformance`.

const page = 'docs/conformance.md';

/** The faults of the page, given the tree as path and content. */
export function findConformanceFaults(files: ReadonlyMap<string, string>): string[] {
  const lines = (files.get(page) ?? '').split('\n');
  return lines.flatMap((line, index) =>
    line.startsWith('|') ? faultsOfRow(line, files).map((fault) => `${page}:${index + 1}: ${fault}`) : [],
  );
}

function faultsOfRow(row: string, files: ReadonlyMap<string, string>): string[] {
  const faults: string[] = [];
  let file: string | undefined;
  for (const [, path, title] of row.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
    if (path !== undefined && /\.(tsx?|css|sql|mjs)$/.test(path)) {
      file = findFile(path, file, files);
      if (file === undefined) faults.push(`no file ${path}`);
    } else if (title !== undefined && file && /\.test\.tsx?$/.test(file)) {
      const names = findTestNames(files.get(file) ?? '');
      if (!names.some((name) => isSame(name, title))) faults.push(`${file} has no test "${title}"`);
    }
  }
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
  console.log(`Every path and test title in ${page} exists`);
}
