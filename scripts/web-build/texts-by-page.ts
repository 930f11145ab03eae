import { globSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const source = path.resolve(import.meta.dirname, '../../src');

/** The folder of the catalogues of each namespace: `shell` is the frame's, any other a feature's. */
const folders = new Map(
  globSync('{web,features/*/web}/texts/es.json', { cwd: source }).map((file) => [
    /^features\/([^/]+)/.exec(file)?.[1] ?? 'shell',
    path.join(source, path.dirname(file)),
  ]),
);

const module = 'virtual:texts/';

/**
 * Gives each module of the browser the texts it names, and no others: a file that says `useTranslation('classes')`,
 * `ns: 'classes'` or `t('classes:title')`, or that tells refusals of that feature's contract, imports the catalogue
 * of `classes`. So a page loads the texts of what it shows, in one language beside Spanish. `provideTexts` says when
 * a module that imports a catalogue may run.
 */
export function textsByPage(): Plugin {
  return {
    name: 'texts-by-page',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(module) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${module}`)) return;
      const namespace = id.slice(module.length + 1);
      const folder = folders.get(namespace);
      if (!folder) throw new Error(`There are no texts of "${namespace}".`);
      const others = globSync('*.json', { cwd: folder })
        .filter((file) => file !== 'es.json')
        .map((file) => `${path.basename(file, '.json')}: () => import('${folder}/${file}')`);
      return `import { provideTexts } from '${source}/web/i18n/i18n.ts';
import spanish from '${folder}/es.json';
await provideTexts('${namespace}', spanish, { ${others.join(', ')} });`;
    },
    transform(code, id) {
      const file = path.relative(source, id.split('?')[0] ?? id);
      if (!/^(web\/(?!i18n\/)|features\/[^/]+\/web\/).*\.tsx?$/.test(file)) return;
      const imports = namespacesIn(code, file).map((namespace) => `import '${module}${namespace}';`);
      // In front of the first line, so that positions keep their lines.
      return imports.length > 0 ? { code: imports.join('') + code, map: null } : undefined;
    },
  };
}

/** What shows the text of a refusal. */
const tellsRefusals = /\b(toastFailure|refusalText|textOfRefusal|ErrorState)\b/;

/** The namespaces whose texts a module shows. */
function namespacesIn(code: string, file: string): string[] {
  const own = /^features\/([^/]+)/.exec(file)?.[1];
  const named = [...folders.keys()].filter((namespace) =>
    new RegExp(`(useTranslation\\([^)]*|\\bns: )'${namespace}'|['\`]${namespace}:[\\w$]`).test(code),
  );
  const called = tellsRefusals.test(code)
    ? [
        ...code.matchAll(
          /^import (?!type)[^;]*? from '(?:#features\/([^/]+)|(?:\.\.\/)+)[^']*contract\.ts'/gm,
        ),
      ]
    : [];
  const shell = /useTranslation\(\)/.test(code) ? ['shell'] : [];
  return [...new Set([...named, ...shell, ...called.map(([, feature]) => feature ?? own ?? 'shell')])].sort();
}
