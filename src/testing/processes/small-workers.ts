import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '#server/log.ts';
import { superviseWorkers } from '#server/processes/supervise-workers.ts';

// A program of two small workers, for `supervise-workers.test.ts`: a start of the whole product costs two seconds of a
// core. HOW is `lives`, `dies` (soon after it serves), `fails` (before it serves), `hangs` (the second one and the
// first of a replacement, while they start) or `migrates` (the same two start for longer than others may).
const { PORT = '0', HOW = 'lives' } = process.env;

if (cluster.isPrimary) {
  let begun = 0;
  const workers = await superviseWorkers({
    count: 2,
    log: createLog('info'),
    environmentOf: (worker) => ({ WORKER: String(worker), BEGUN: String(++begun) }),
    waitFactor: 0.01,
    ...((HOW === 'hangs' || HOW === 'migrates') && { startLimitMs: 5000 }),
    ...(HOW === 'hangs' && { migratingLimitMs: 6000 }),
    giveUp() {
      process.stdout.write('gave up\n');
      process.exit(3);
    },
  });
  process.stdout.write('all serve\n');
  process.on('SIGHUP', () => {
    begun = 1;
    void workers.replaceAll();
  });
} else {
  const { createServer } = await import('node:http');
  const { leaveWhenReplaced } = await import('#server/processes/leave-when-replaced.ts');
  if (HOW === 'fails') process.exit(1);
  const server = createServer(({ url = '/' }, response) => {
    // As long as a request that waits for the database, or as the address says.
    const ms = Number(url.slice(1)) || 10;
    setTimeout(() => response.end(JSON.stringify({ worker: Number(process.env.WORKER) })), ms);
  });
  const isSecond = process.env.BEGUN === '2';
  if (HOW === 'migrates' && isSecond) await sleep(8000);
  if (HOW !== 'hangs' || !isSecond) server.listen(Number(PORT), '127.0.0.1');
  if (HOW === 'dies') server.once('listening', () => setTimeout(() => process.exit(1), 20));
  process.on('SIGTERM', () => process.exit(0));
  leaveWhenReplaced(server, () => {});
}
