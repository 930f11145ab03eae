import { setTimeout as sleep } from 'node:timers/promises';

// Loaded before the server with `--import` and `--expose-gc`: it answers each message of the bench with what the
// process holds after its garbage was collected. The product has no such operation.
const collect = (globalThis as { gc?: (how: object) => void }).gc;

process.on('message', async () => {
  // Twice: pages that the first one has emptied are returned to the system by the second, as an idle server does in
  // time.
  for (const pauseMs of [2000, 0]) {
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await sleep(pauseMs);
  }
  process.send?.(process.memoryUsage());
});
// The channel alone does not keep a server running that stops.
process.channel?.unref();
