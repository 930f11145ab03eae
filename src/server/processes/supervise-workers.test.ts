import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openBrowser, workersIn } from '../../testing/processes/start-server.ts';
import { findFreePort } from './find-free-port.ts';

/** A start takes long on a busy machine. */
const patiently = { timeout: 240_000, interval: 50 };

const program = path.join(import.meta.dirname, '../../testing/processes/small-workers.ts');

async function start(how: 'lives' | 'dies' | 'fails' | 'hangs' | 'migrates') {
  const port = await findFreePort();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PORT: String(port), HOW: how },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const url = `http://127.0.0.1:${port}`;
  return { child, exit, output: () => output, url };
}

/** Five browsers that ask again and again, each over a connection that it keeps. */
function load(url: string) {
  const found = { answered: 0, failed: 0 };
  let going = true;
  const runs = Array.from({ length: 5 }, async () => {
    const browser = openBrowser({ url, origin: url });
    while (going) {
      found[(await browser.send('GET', '/')).status === 200 ? 'answered' : 'failed'] += 1;
      await sleep(10);
    }
    browser.close();
  });
  return {
    found,
    async stop() {
      going = false;
      await Promise.all(runs);
      return found;
    },
  };
}

it('a rolling restart fails no request, also one that takes long', async () => {
  const { child, output, url } = await start('lives');
  await expect.poll(output, patiently).toContain('all serve');
  const before = workersIn(output());
  const rolling = load(url);
  // Longer than a server that stops waits for its requests.
  const slow = before.map(() => openBrowser({ url, origin: url }));
  const slowAnswers = slow.map((browser) => browser.send('GET', '/6000'));
  await expect.poll(() => rolling.found.answered, patiently).toBeGreaterThan(50);
  child.kill('SIGHUP');
  await expect.poll(output, patiently).toContain('every worker was replaced');
  const { answered, failed } = await rolling.stop();
  expect(failed).toBe(0);
  expect(answered).toBeGreaterThan(50);
  expect((await Promise.all(slowAnswers)).map(({ status }) => status)).toEqual([200, 200]);
  for (const browser of slow) browser.close();
  const now = workersIn(output());
  expect(now).toHaveLength(2);
  expect(now.filter((pid) => before.includes(pid))).toEqual([]);
}, 240_000);

it('the control: requests fail where every worker is killed at once, until both are back by themselves', async () => {
  const { output, url } = await start('lives');
  await expect.poll(output, patiently).toContain('all serve');
  const workers = workersIn(output());
  const killing = load(url);
  await expect.poll(() => killing.found.answered, patiently).toBeGreaterThan(50);
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  await expect.poll(() => killing.found.failed, patiently).toBeGreaterThan(0);
  await expect.poll(() => workersIn(output()).filter((pid) => workers.includes(pid)), patiently).toEqual([]);
  const afterwards = killing.found.answered;
  await expect.poll(() => killing.found.answered, patiently).toBeGreaterThan(afterwards + 20);
  await killing.stop();
}, 240_000);

it('a connection that a worker was being given when it was killed is answered by the other one', async () => {
  const { output, url } = await start('lives');
  await expect.poll(output, patiently).toContain('all serve');
  // It takes nothing while it stands still, and every second connection is for it.
  const [stopped = 0] = workersIn(output());
  process.kill(stopped, 'SIGSTOP');
  const browsers = Array.from({ length: 6 }, () => openBrowser({ url, origin: url }));
  const statuses: number[] = [];
  for (const browser of browsers) void browser.send('GET', '/').then(({ status }) => statuses.push(status));
  // The other worker has answered what is not given to it alone.
  await expect.poll(() => statuses.length, patiently).toBeGreaterThan(0);
  await sleep(300);
  expect(statuses.length).toBeLessThan(browsers.length);
  process.kill(stopped, 'SIGKILL');
  await expect.poll(() => statuses, patiently).toEqual(browsers.map(() => 200));
  for (const browser of browsers) browser.close();
}, 120_000);

it('where all workers are killed, the connections that they were being given end, so that browsers may ask again', async () => {
  const { output, url } = await start('lives');
  await expect.poll(output, patiently).toContain('all serve');
  // Workers that stand still take nothing, so each is being given one of these.
  const workers = workersIn(output());
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  const browsers = workers.map(() => openBrowser({ url, origin: url }));
  const statuses: number[] = [];
  for (const browser of browsers) void browser.send('GET', '/').then(({ status }) => statuses.push(status));
  // As long as it takes to be given; a busy machine may be later, and then the next workers answer.
  await sleep(500);
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  // Sooner than a browser gives up.
  await expect.poll(() => statuses, { timeout: 25_000 }).toHaveLength(workers.length);
  for (const browser of browsers) browser.close();
  // Those that come after are answered.
  const later = openBrowser({ url, origin: url });
  await expect.poll(async () => (await later.send('GET', '/')).status, patiently).toBe(200);
  later.close();
}, 120_000);

it('workers that die as soon as they serve are given up after some tries, with a line that says so', async () => {
  const { exit, output } = await start('dies');
  expect(await exit).toBe(3);
  expect(output()).toContain('gave up');
  const deaths = output().match(/a worker ended by itself/g) ?? [];
  expect(deaths.length).toBeGreaterThanOrEqual(6);
  expect(deaths.length).toBeLessThanOrEqual(24);
}, 240_000);

it('a first worker that cannot start ends the server at once', async () => {
  const { exit, output } = await start('fails');
  expect(await exit).toBe(1);
  expect(output()).toContain('Process 1 of the server did not start.');
  expect(output()).not.toContain('all serve');
});

const isKilled = 'a worker that did not start in time is killed';

it('a worker that neither serves nor ends while it starts is killed, and another one takes its place', async () => {
  const { output } = await start('hangs');
  await expect.poll(() => workersIn(output()), patiently).toHaveLength(2);
  expect(output()).toContain(isKilled);
});

it('the first worker of a rolling restart may start for longer than others, because it migrates', async () => {
  const { child, output } = await start('migrates');
  await expect.poll(() => workersIn(output()), patiently).toHaveLength(2);
  // Another one that took as long at the start.
  expect(output()).toContain(isKilled);
  const [before] = workersIn(output());
  child.kill('SIGHUP');
  await expect.poll(() => workersIn(output()), patiently).not.toContain(before);
}, 240_000);

it('a rolling restart whose first worker hangs while it starts ends in time, and the workers of before stay', async () => {
  const { child, output } = await start('hangs');
  await expect.poll(() => workersIn(output()), patiently).toHaveLength(2);
  const before = workersIn(output());
  child.kill('SIGHUP');
  await expect.poll(output, patiently).toContain('the new worker did not start: the others stay');
  expect(workersIn(output())).toEqual(before);
}, 240_000);
