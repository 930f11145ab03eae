import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const styles = new URL('../../../node_modules/@mantine/core/styles/', import.meta.url);
const listed = readFileSync(new URL('./mantine-styles.css', import.meta.url), 'utf8');

/** Every name that the browser half takes from Mantine, and where. */
function namesInUse(): Map<string, string> {
  const names = new Map<string, string>();
  const src = new URL('../../', import.meta.url).pathname;
  for (const file of globSync('{web,features/*/web}/**/*.tsx', { cwd: src })) {
    const source = readFileSync(`${src}${file}`, 'utf8');
    for (const [, imported = ''] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of imported.split(',')) names.set(name.trim(), file);
    }
  }
  return names;
}

test('every Mantine component that a page uses has its styles', () => {
  const missing = [...namesInUse()].filter(
    ([name]) => existsSync(new URL(`${name}.layer.css`, styles)) && !listed.includes(`/${name}.layer.css`),
  );
  expect(missing).toEqual([]);
});

test('the test finds the components that pages use', () => {
  expect(namesInUse().has('Button')).toBe(true);
});
