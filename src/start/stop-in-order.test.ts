import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * Runs a process that serves until it is stopped: `before` happens while it starts, `then` afterwards. Answers its
 * output and how it ended.
 */
async function run(
  then: string,
  { before = '', onHangup = '' } = {},
): Promise<{ exitCode: number | null; output: string }> {
  const script = `
    import { createLog } from './src/server/log.ts';
    import { keepHangup, stopInOrder, stopWhileStarting } from './src/start/stop-in-order.ts';
    const serving = setInterval(() => {}, 1000);
    const say = (word) => process.stdout.write(word + '\\n');
    stopWhileStarting();
    ${before}
    stopInOrder(createLog('error'), [
      () => say('first'),
      () => { throw new Error('broken step'); },
      async () => { clearInterval(serving); say('last'); },
    ], ${onHangup});
    ${then}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, output };
}

it('a signal runs each step in order, also after one that failed, and the process exits with 0', async () => {
  const { exitCode, output } = await run(`process.kill(process.pid, 'SIGTERM');`);
  expect(output.match(/^(first|last)$/gm)).toEqual(['first', 'last']);
  expect(exitCode).toBe(0);
});

it('a server of one process stops in order on SIGHUP', async () => {
  const { exitCode, output } = await run(`process.kill(process.pid, 'SIGHUP');`);
  expect(output.match(/^(first|last)$/gm)).toEqual(['first', 'last']);
  expect(exitCode).toBe(0);
});

it('SIGHUP while the workers start replaces them afterwards', async () => {
  // A signal is heard in a later turn.
  const before = `keepHangup(); process.kill(process.pid, 'SIGHUP'); await new Promise((done) => setTimeout(done, 100));`;
  const onHangup = `() => { say('replaced'); setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100); }`;
  const { exitCode, output } = await run('', { before, onHangup });
  expect(output.match(/^(replaced|first|last)$/gm)).toEqual(['replaced', 'first', 'last']);
  expect(exitCode).toBe(0);
});

it('a promise that failed and that no code waited for is logged, and the process goes on', async () => {
  const { exitCode, output } = await run(`
    Promise.reject(new Error('forgotten'));
    setTimeout(() => { say('still serving'); process.kill(process.pid, 'SIGTERM'); }, 100);`);
  expect(output).toContain('"message":"forgotten"');
  expect(output).toContain('still serving');
  expect(exitCode).toBe(0);
});

it('an error that no code caught is logged, and the process stops in order with 1', async () => {
  const { exitCode, output } = await run(`setTimeout(() => { throw new Error('unexpected'); }, 10);`);
  expect(output).toContain('"message":"unexpected"');
  expect(output.match(/^(first|last)$/gm)).toEqual(['first', 'last']);
  expect(exitCode).toBe(1);
});
