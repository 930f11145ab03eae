import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import path from 'node:path';

const vitest = path.join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

/**
 * Runs npm or Vitest and waits for its end. On Windows neither is a program but a script, which only a shell runs, and
 * a shell reads the words again. So their JavaScript runs on Node; npm's is known where npm started this process.
 * @throws Error where it could not be started
 */
export function runTool(
  tool: 'npm' | 'vitest',
  words: readonly string[],
  options: SpawnSyncOptions = {},
): SpawnSyncReturns<string> {
  const script = tool === 'vitest' ? vitest : process.env.npm_execpath;
  const isByName = script === undefined;
  const ran = spawnSync(isByName ? tool : process.execPath, [...(isByName ? [] : [script]), ...words], {
    ...options,
    encoding: 'utf8',
    shell: isByName && process.platform === 'win32',
  });
  if (ran.error) throw ran.error;
  return ran;
}
