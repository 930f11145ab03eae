import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Runs a command of an operator that ends by itself, because of a mistake in it or in the settings. */
function run(name: string, words: readonly string[], settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sumi-mistakes-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { status, stderr } = spawnSync(process.execPath, [`scripts/operate/${name}.ts`, ...words], {
    cwd: path.join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, ...settings },
  });
  return { status, lines: stderr.trimEnd().split('\n') };
}

it.each(['doctor', 'remove-factor', 'backup'])(
  'npm run %s says in one line how the password of DATABASE_URL is written',
  (name) => {
    const DATABASE_URL = 'postgres://sumi:p#w@127.0.0.1:1/sumi';
    const { status, lines } = run(name, name === 'remove-factor' ? ['a@b.example'] : [], { DATABASE_URL });
    expect(lines).toEqual([
      expect.stringMatching(/^(?:No backup was made\. )?DATABASE_URL: cannot be read: in a password/),
    ]);
    expect(status).toBeGreaterThan(0);
  },
);

it('npm run remove-factor says in one line that its database does not answer', () => {
  const DATABASE_URL = 'postgres://sumi:a-password@127.0.0.1:1/sumi';
  const { status, lines } = run('remove-factor', ['a@b.example'], { DATABASE_URL });
  expect(lines).toEqual([expect.stringMatching(/^Nothing was changed\. .*ECONNREFUSED/)]);
  expect(status).toBe(2);
});

it.runIf(process.getuid?.() === 0).each(['backup', 'restore'])(
  'npm run %s by root is refused in one line where an ordinary user has the folder',
  (name) => {
    const home = mkdtempSync(path.join(tmpdir(), 'sumi-of-a-user-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    chownSync(home, 12_345, 12_345);
    for (const DATA_DIR of [home, path.join(home, 'data')]) {
      const { status, lines } = run(name, name === 'restore' ? [import.meta.filename] : [], { DATA_DIR });
      expect(lines).toEqual([expect.stringContaining('belongs to another user than root: run this as')]);
      expect(status).toBe(1);
    }
    expect(readdirSync(home)).toEqual([]);
  },
);

it('npm run restore says in one line that a moment needs its zone', () => {
  const { status, lines } = run('restore', ['--until', '2026-11-29']);
  expect(lines).toEqual([expect.stringMatching(/is no moment with its zone, .*15:00Z\. Usage: /)]);
  expect(status).toBe(1);
});

it('npm run promote says in one line that it does not know an option', () => {
  const { status, lines } = run('promote', ['--now']);
  expect(lines).toEqual([expect.stringMatching(/^Unknown option '--now'/)]);
  expect(status).toBe(1);
});
