import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  writeFileSync(at('npm.cjs'), "require('node:fs').writeFileSync('node_modules/installed', '')");
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
    dropLockfile: () => rmSync(at('package-lock.json')),
    isInstalled: () => existsSync(at('node_modules/installed')),
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

it('set-up installs the packages of a lockfile, and nothing in an image, which has none', () => {
  const image = newCheckout();
  image.dropLockfile();
  expect(image.setUp()).toMatchObject({ status: 0, stdout: '' });
  expect(image.isInstalled()).toBe(false);
  const checkout = newCheckout();
  checkout.write('one');
  expect(checkout.setUp().stdout).toContain('Installing packages');
  expect(checkout.isInstalled()).toBe(true);
});

it('each command of an operator sets the checkout up first', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  // Those that read `.env` are the operator's.
  const commands = Object.keys(scripts).filter((name) => scripts[name]?.includes('read-env-file.mjs'));
  expect(commands).toContain('restore');
  expect(commands.filter((name) => !scripts[`pre${name}`]?.startsWith('node scripts/set-up.mjs'))).toEqual(
    [],
  );
});
