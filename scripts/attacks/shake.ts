import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// `npm run shake -- --project journeys` runs tests as `vitest run` does, while their processes stand still for moments,
// one after another, as on a machine that is too busy: servers, browsers and databases. A test that is red then by
// chance would be red one day on a busy machine too. Linux alone tells which processes belong to a run.

/** How long one stands still: mostly a little, at times for two seconds. */
const usualPauseMs = 350;
const longestPauseMs = 2000;

const tests = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
const ended = once(tests, 'exit');
let pauses = 0;
let paused = 0;
while (tests.exitCode === null && tests.signalCode === null && tests.pid) {
  const pid = choose(descendantsOf(tests.pid));
  const ms = Math.min(longestPauseMs, -Math.log(Math.random()) * usualPauseMs);
  if (pid && signal(pid, 'SIGSTOP')) {
    await sleep(ms);
    signal(pid, 'SIGCONT');
    pauses++;
    paused += ms;
  }
  await sleep(20 + Math.random() * 180);
}
await ended;
console.log(`${pauses} pauses of a process, ${Math.round(paused / 1000)} s together`);
process.exitCode = tests.exitCode ?? 1;

type Process = { pid: number; name: string };

/** The processes that the run started, and theirs. */
function descendantsOf(root: number): Process[] {
  const children = new Map<number, Process[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readStat(entry)) ?? [];
    const siblings = children.get(Number(parent)) ?? [];
    children.set(Number(parent), [...siblings, { pid: Number(entry), name }]);
  }
  const found: Process[] = [];
  for (let next = [root]; next.length > 0; ) {
    const below = next.flatMap((pid) => children.get(pid) ?? []);
    found.push(...below);
    next = below.map(({ pid }) => pid);
  }
  return found;
}

/** Empty for a process that has ended meanwhile. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * First a kind, then one of it: else the connections of the database, which are the most, would have most of the
 * pauses.
 */
function choose(processes: readonly Process[]): number | undefined {
  const kinds = Map.groupBy(processes, ({ name }) => name);
  const kind = oneOf([...kinds.values()]);
  return kind && oneOf(kind)?.pid;
}

function oneOf<T>(things: readonly T[]): T | undefined {
  return things[Math.floor(Math.random() * things.length)];
}

/** False for a process that has ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
