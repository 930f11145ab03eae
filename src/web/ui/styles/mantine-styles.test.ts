import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.join(import.meta.dirname, '../../..');
const styles = path.join(src, '../node_modules/@mantine/core/styles');
const landing = path.join(src, 'features/landing/web/still');

/** Every name that files take from Mantine, and where. */
function namesIn(files: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const [, imported = ''] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of imported.split(',')) names.set(name.trim(), file);
    }
  }
  return names;
}

function filesOfPages(): string[] {
  return globSync('{web,features/*/web}/**/*.tsx', { cwd: src }).map((file) => path.join(src, file));
}

/** A file and what it imports of ours. */
function filesFrom(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, from = ''] of source.matchAll(/from '((?:#|\.)[^']*\.tsx?)'/g)) {
    filesFrom(from.startsWith('#') ? path.join(src, from.slice(1)) : path.resolve(file, '..', from), found);
  }
  return found;
}

/** The names among these whose styles a stylesheet does not list. */
function missing(names: Map<string, string>, stylesheet: string): [string, string][] {
  const listed = readFileSync(stylesheet, 'utf8');
  return [...names].filter(
    ([name]) => existsSync(`${styles}/${name}.layer.css`) && !listed.includes(`/${name}.layer.css`),
  );
}

test('every Mantine component that a page uses has its styles', () => {
  expect(missing(namesIn(filesOfPages()), path.join(import.meta.dirname, 'mantine-styles.css'))).toEqual([]);
});

test('every Mantine component of the landing page has its styles', () => {
  const names = namesIn(filesFrom(path.join(landing, 'write-landing.tsx')));
  expect(missing(names, path.join(landing, 'landing-styles.css'))).toEqual([]);
});

test('the test finds the components that pages use', () => {
  expect(namesIn(filesOfPages()).has('Button')).toBe(true);
  expect(namesIn(filesFrom(path.join(landing, 'write-landing.tsx'))).has('Avatar')).toBe(true);
});
