import path from 'node:path';
import type { Plugin } from 'vite';

const ours = path.resolve(import.meta.dirname, '../../src/web/router-without-server.ts');

/** The exports of React Router that are ours in a browser, by the name of their file in its folder. */
const replaced: Record<string, string[]> = {
  'dom/ssr/single-fetch': ['decodeViaTurboStream', 'getTurboStreamSingleFetchDataStrategy'],
  'dom/ssr/routeModules': ['loadRouteModule'],
  'dom/ssr/fog-of-war': ['getPatchRoutesOnNavigationFunction', 'useFogOFWarDiscovery'],
  'router/instrumentation': [
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
  ],
};

/**
 * Takes out of a browser's React Router what talks to a server of React Router's, which Sumi has not
 * (src/web/router-without-server.ts). An update of React Router that names it otherwise fails the build.
 */
export function routerWithoutServer(): Plugin {
  const missing = new Set(Object.keys(replaced));
  return {
    name: 'router-without-server',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/\w+\/lib\// },
      handler(code, id) {
        const file = /\/lib\/(.*)\.js$/.exec(id)?.[1] ?? '';
        const names = replaced[file];
        if (!names) return;
        missing.delete(file);
        return { code: names.reduce((text, name) => replaceIn(text, name, id), code), map: null };
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        throw new Error(`React Router has no ${[...missing].join(', ')} any more: see ${ours}.`);
    },
  };
}

/** The code of a file that exports a function of ours by this name. */
function replaceIn(code: string, name: string, id: string): string {
  const exported = new RegExp(`(\\bexport \\{[^}]*\\b)${name}\\b(?=[^}]*\\})`);
  if (!exported.test(code)) throw new Error(`${id} has no ${name} any more: see ${ours}.`);
  return `import { ${name} as ours_${name} } from '${ours}';\n${code.replace(exported, `$1ours_${name} as ${name}`)}`;
}
