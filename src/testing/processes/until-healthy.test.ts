import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { untilHealthy } from './until-healthy.ts';

it('untilHealthy ends with its signal, also where the server accepts a request and never answers it', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    child.kill('SIGKILL');
    silent.close();
  });
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const controller = new AbortController();
  silent.once('connection', () => controller.abort());
  const isHealthy = await untilHealthy(`http://127.0.0.1:${port}`, child, { signal: controller.signal });
  expect(isHealthy).toBe(false);
}, 10_000);
