import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readTree } from './read-tree.ts';

it('readTree reads a file whose name is not ASCII', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(path.join(folder, 'lección.ts'), 'export {};');
  expect([...readTree(folder)]).toEqual([['lección.ts', 'export {};']]);
});
