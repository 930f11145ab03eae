import { setTimeout as sleep } from 'node:timers/promises';
import { type Failpoint, failpoints } from '../servers/control-messages.ts';
import { operationFailpoints, operationsThrough } from '../servers/reach-failpoint.ts';
import type { Server } from '../servers/start-server.ts';
import type { SystemUnderTest } from '../servers/system-under-test.ts';
import { type Fault, notDone } from './fault.ts';

export const killAnywhere: Fault = async ({ system, chance }) => {
  const server = chance.pick(system.servers);
  await sleep(chance.between(20, 600));
  await end(server, 'SIGKILL');
};

export const killAtFailpoint: Fault = async ({ system, chance, note }) => {
  const server = chance.pick(system.servers);
  const failpoint = chance.pick(failpoints.filter((one) => !(one in operationsThrough)));
  const nth = chance.between(1, 12);
  const ended = server.nextEnd();
  server.control({ is: 'arm', failpoint, nth });
  const reached = await Promise.race([ended, sleep(4000)]);
  note(`${failpoint} no. ${nth} of ${server.name}${reached ? '' : ', which was not reached'}`);
  if (!reached) await end(server, 'SIGKILL');
};

/** Kills a server inside each of these failpoints in turn. */
export const killInsideOperation: Fault = async ({ system, chance, note, context, turn }) => {
  const failpoint = operationFailpoints[turn % operationFailpoints.length];
  if (!failpoint) return notDone;
  const server = chance.pick(system.servers);
  let hasEnded = false;
  void server.nextEnd().then(() => {
    hasEnded = true;
  });
  for (let attempt = 1; !hasEnded && attempt <= 6; attempt++) {
    server.control({ is: 'arm', failpoint: failpoint satisfies Failpoint, nth: 1 });
    await operationsThrough[failpoint](context, chance, server);
    // The end of a worker is told by its supervisor.
    await sleep(100);
  }
  note(`${failpoint} of ${server.name}${hasEnded ? '' : ', which was not reached'}`);
  if (!hasEnded) await end(server, 'SIGKILL');
};

const withWorkers = ({ servers }: SystemUnderTest) => servers.filter(({ workers }) => workers > 0);

/** The process that keeps it begins another one. */
export const killWorker: Fault = async ({ system, chance }) => {
  const [server] = withWorkers(system);
  if (!server) return notDone;
  await sleep(chance.between(20, 600));
  process.kill(chance.pick([...server.serving]), 'SIGKILL');
  await sleep(chance.between(200, 1000));
};

/** As after an update: each process is replaced by one that serves already, and no request fails. */
export const replaceWorkers: Fault = async ({ system, violations }) => {
  const [server] = withWorkers(system);
  if (!server) return notDone;
  const before = [...server.serving];
  server.kill('SIGHUP');
  const deadline = Date.now() + replaceMs * system.patience;
  const isReplaced = () =>
    server.serving.size >= server.workers && before.every((pid) => !server.serving.has(pid));
  while (!isReplaced() && Date.now() < deadline) await sleep(100);
  if (!isReplaced())
    violations.push(`${server.name} did not replace its workers within ${replaceMs / 1000} s`);
};
/** Each start of a worker takes seconds, and a busy machine a minute. */
const replaceMs = 180_000;

export const killEveryServer: Fault = async ({ system, chance }) => {
  await sleep(chance.between(20, 400));
  await Promise.all(system.servers.map((server) => end(server, 'SIGKILL')));
};

/** Its running requests are answered, and it ends within ten seconds. */
export const terminateServer: Fault = async ({ system, chance, violations }) => {
  const server = chance.pick(system.servers);
  await sleep(chance.between(20, 300));
  const { code, signal } = await end(server, 'SIGTERM', 10_000 * system.patience);
  if (code !== 0) violations.push(`SIGTERM ended ${server.name} with ${code ?? signal}, not with 0 in time`);
};

export const pauseServer: Fault = async ({ system, chance }) => {
  const server = chance.pick(system.servers);
  const pid = chance.pick([server.pid, ...server.serving]);
  process.kill(pid, 'SIGSTOP');
  await sleep(chance.between(500, 2500));
  process.kill(pid, 'SIGCONT');
};

export const skewClock: Fault = async ({ system, chance, note }) => {
  const server = chance.pick(system.servers);
  const minutes = chance.pick([-90, -5, 5, 45, 180]);
  note(`${minutes} minutes`);
  server.control({ is: 'skew-clock', aheadMs: minutes * 60_000 });
  await sleep(1200);
};

/** Ends a server process, at the latest after `limitMs`, and answers how it ended. */
async function end(server: Server, signal: NodeJS.Signals, limitMs = 5000) {
  if (signal === 'SIGTERM') server.toldToStopAt = performance.now();
  server.kill(signal);
  const timer = setTimeout(() => server.kill('SIGKILL'), limitMs);
  const ended = await server.exit;
  clearTimeout(timer);
  return ended;
}
