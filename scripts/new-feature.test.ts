import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTree } from './checks/read-tree.ts';

const project = path.join(import.meta.dirname, '..');
let copy: string;
const run = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [script, ...args], { cwd: copy, encoding: 'utf8', stdio: 'pipe' });

beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'sumi-new-feature-'));
  for (const file of readTree().keys()) {
    if (/^seed\/.*\.(mp4|webp)$/.test(file)) continue;
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(project, file), path.join(copy, file));
  }
  symlinkSync(path.join(project, 'node_modules'), path.join(copy, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  run('scripts/new-feature.ts', 'language-tandems');
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true }));

it('new:feature writes a feature that is formatted, stands where it belongs and has its types right', () => {
  const only = ['src/features/language-tandems', 'src/testing/permission-rows/language-tandems.ts'];
  const settings = { extends: './tsconfig.json', compilerOptions: { incremental: false }, include: only };
  writeFileSync(path.join(copy, 'tsconfig.feature.json'), JSON.stringify(settings));
  run(
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    'src/features/language-tandems',
    'src/compose.ts',
    'src/testing',
  );
  run('scripts/checks/check-structure.ts');
  run('node_modules/typescript/bin/tsc', '--project', 'tsconfig.feature.json');
}, 120_000);

it('new:feature registers the routes, the place in the order and the rows of the permission walk', () => {
  const text = (file: string) => readFileSync(path.join(copy, file), 'utf8');
  expect(text('src/compose.ts')).toContain('      languageTandemsRoutes,\n');
  expect(text('src/testing/permission-policy.ts')).toContain('  ...languageTandemsRows,\n');
  expect(JSON.parse(text('scripts/checks/feature-order.json')).at(-1)).toBe('language-tandems');
  expect(text('ARCHITECTURE.md')).toContain(', language-tandems.');
});
