import { afterEach, expect, it, vi } from 'vitest';
import { runTool } from './run-tool.ts';

afterEach(() => vi.unstubAllEnvs());

it.each(['npm', 'vitest'] as const)(
  'runTool runs %s where the path leads to no program of that name',
  (tool) => {
    // As on Windows, where a script of that name stands there, which is no program.
    vi.stubEnv('PATH', '');
    vi.stubEnv('npm_execpath', new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname);
    const { status, stdout } = runTool(tool, ['--version']);
    expect(stdout).toMatch(/\d+\.\d+\.\d+/);
    expect(status).toBe(0);
  },
);

it('runTool says that a program is not there', () => {
  vi.stubEnv('PATH', '');
  vi.stubEnv('npm_execpath', undefined);
  expect(() => runTool('npm', ['--version'])).toThrow('ENOENT');
});
