import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { stuckWorkNames } from './stuck-work-names.ts';

const src = path.resolve(import.meta.dirname, '../../..');

it('every kind of due work has a name on the overview, the calendar aside', () => {
  const kinds = globSync('{features,server}/**/*.ts', { cwd: src })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(src, file), 'utf8'))
    .flatMap((code) => [...code.matchAll(/(?:: DueWork = \{[^}]*?kind: |= (?:work|watch)Of\()'([a-z-]+)'/g)])
    .map(([, kind = '']) => kind);
  expect(kinds.length).toBeGreaterThan(10);
  const missing = kinds.filter((kind) => kind !== 'sync-calendar' && !(kind in stuckWorkNames));
  expect(missing).toEqual([]);
});
