import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { topicOf } from './rules.ts';

const features = path.resolve(import.meta.dirname, '..');
const words = JSON.parse(readFileSync(path.join(import.meta.dirname, 'web/texts/es.json'), 'utf8'));

/** Every kind in the code of the callers of `notify`, and the file. */
function kindsSent(): [string, string][] {
  return globSync('**/*.ts', { cwd: features })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(path.join(features, file), 'utf8')] as const)
    .filter(([, code]) => code.includes('notifications/notify.ts'))
    .flatMap(([file, code]) =>
      [...code.matchAll(/\b(?:kind: |tell\()[^;{}]*/g)]
        .flatMap(([call]) => [...call.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, kind]) => kind!))
        .filter((kind) => !kind.endsWith('.changed'))
        .map((kind): [string, string] => [kind, file]),
    );
}

it('every kind of notice that the server sends has a text', () => {
  const sent = kindsSent();
  expect(sent.length).toBeGreaterThan(5);
  const missing = sent.filter(([kind]) => {
    const [feature = '', happened = ''] = kind.split('.');
    const ofFeature = words.kinds[feature] ?? {};
    return !(happened in ofFeature) && !(`${happened}_other` in ofFeature);
  });
  expect(missing).toEqual([]);
});

it('only these kinds are of the community, which reaches no mailbox and no device unless a person chose so', () => {
  const quiet = new Set(kindsSent().flatMap(([kind]) => (topicOf(kind) === 'community' ? [kind] : [])));
  expect([...quiet].sort()).toEqual([
    'classes.marked-absent',
    'classes.marked-present',
    'classes.review-wanted',
    'classes.reviewed',
    'classes.walked-in',
    'cup.name-hidden',
    'cup.name-shown',
    'cup.row-counted',
    'reports.dismissed',
    'reports.upheld',
  ]);
});
