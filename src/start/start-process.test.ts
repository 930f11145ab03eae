import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Starts a server with a setting that it refuses; Node tells what it takes from its cache of compiled modules. */
function startWithBadPort() {
  return spawnSync(process.execPath, ['build/process/main.js'], {
    cwd: path.join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    env: { ...process.env, PORT: 'none', NODE_COMPILE_CACHE: '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
  });
}

it('a second start takes its modules compiled from the first', () => {
  startWithBadPort();
  const { status, stdout, stderr } = startWithBadPort();
  expect(status).toBe(1);
  const output = stdout + stderr;
  expect(output).toMatch(/PORT: .*number/);
  expect(output).toMatch(/ESM file:\S+process\/start-process-\S+\.js was accepted/);
});
