import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** A checkout whose build copies its one source and, where that says so, fails once it has written it. */
function newCheckout() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-set-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => path.join(folder, name);
  for (const name of ['scripts', 'src', 'node_modules/@react-router/dev'])
    mkdirSync(at(name), { recursive: true });
  copyFileSync(path.join(import.meta.dirname, 'set-up.mjs'), at('scripts/set-up.mjs'));
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(at(name), '{}');
  writeFileSync(at('npm.cjs'), '');
  writeFileSync(
    at('node_modules/@react-router/dev/bin.cjs'),
    `const { mkdirSync, copyFileSync, readFileSync } = require('node:fs');
     mkdirSync('build/client', { recursive: true });
     copyFileSync('src/source', 'build/client/index.html');
     process.exit(readFileSync('src/source', 'utf8') === 'too large' ? 1 : 0);`,
  );
  return {
    write: (source: string) => writeFileSync(at('src/source'), source),
    setUp() {
      const env = { ...process.env, npm_execpath: at('npm.cjs') };
      return spawnSync(process.execPath, [at('scripts/set-up.mjs'), 'build'], { env, encoding: 'utf8' });
    },
    built: () => readFileSync(at('build/client/index.html'), 'utf8'),
  };
}

it('set-up builds what changed, and skips what is up to date', () => {
  const { write, setUp, built } = newCheckout();
  write('one');
  expect(setUp().stdout).toContain('Building');
  expect(built()).toBe('one');
  expect(setUp().stdout).toBe('');
  write('two');
  setUp();
  expect(built()).toBe('two');
});

it('set-up builds again after a build that failed, also where the change that failed was taken back', () => {
  const { write, setUp, built } = newCheckout();
  write('good');
  setUp();
  write('too large');
  expect(setUp().status).toBe(1);
  expect(built()).toBe('too large');
  write('good');
  expect(setUp().status).toBe(0);
  expect(built()).toBe('good');
});
