import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { routerWithoutServer } from './router-without-server.ts';

const entry = path.resolve(import.meta.dirname, '../../src/web/given.ts');

/** The browser's React Router, with these plugins. */
async function router(...plugins: Plugin[]): Promise<string> {
  const given: Plugin = {
    name: 'given',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? `export { HydratedRouter } from 'react-router/dom';` : undefined),
  };
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [given, ...plugins],
    build: {
      write: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', external: /^react(-dom)?(\/|$)/ },
    },
  })) as Rolldown.RolldownOutput;
  return output.map((each) => (each.type === 'chunk' ? each.code : '')).join('');
}

describe('routerWithoutServer', () => {
  it('leaves a browser nothing of React Router that asks a server for data or routes', async () => {
    const [whole, ours] = await Promise.all([router(), router(routerWithoutServer())]);
    const asks = (code: string) => ['turbo-stream', 'Unable to decode'].some((words) => code.includes(words));
    expect([asks(whole), asks(ours)]).toEqual([true, false]);
    expect(ours.length).toBeLessThan(whole.length - 12_000);
  });

  it('fails a build in which React Router has no such function any more', async () => {
    const update: Plugin = {
      name: 'update',
      enforce: 'pre',
      transform: (code, id) =>
        id.endsWith('/fog-of-war.js')
          ? { code: code.replaceAll('useFogOFWarDiscovery', 'discover') }
          : undefined,
    };
    await expect(router(update, routerWithoutServer())).rejects.toThrow(/has no useFogOFWarDiscovery/);
  });
});
