import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { sectionsIn } from './sections-of-texts.ts';
import { type TextFiles, textFilesName } from './text-files.ts';

const source = path.resolve(import.meta.dirname, '../../src');

/** The folder of the catalogues of each namespace: `shell` is the frame's, any other a feature's. */
const folders = new Map(
  globSync('{web,features/*/web}/texts/es.json', { cwd: source }).map((file) => [
    /^features\/([^/]+)/.exec(file)?.[1] ?? 'shell',
    path.join(source, path.dirname(file)),
  ]),
);

const module = 'virtual:texts/';
const languages = 'virtual:languages/';

/**
 * Gives each module of the browser the texts it names, and no others: a file that says `useTranslation('classes')`,
 * `ns: 'classes'` or `t('classes:title')`, or that tells refusals of that feature's contract, imports the catalogue
 * of `classes`: those sections of it that its keys begin with (`seat` for `seat.join`), where they can be told from the
 * file. So a page loads the texts of what it shows, in one language beside Spanish, whose catalogues come whole.
 * `provideTexts` says when a module that imports a catalogue may run.
 */
export function textsByPage(): Plugin {
  return {
    name: 'texts-by-page',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(module) || id.startsWith(languages) ? `\0${id}` : undefined),
    load(id) {
      if (id.startsWith(`\0${languages}`)) return othersOf(folderOf(id.slice(languages.length + 1)));
      if (!id.startsWith(`\0${module}`)) return;
      const [namespace = '', section] = id.slice(module.length + 1).split('/');
      const folder = folderOf(namespace);
      this.addWatchFile(path.join(folder, 'es.json'));
      const texts = textsOf(folder);
      const spanish = section ? { [section]: texts[section] } : texts;
      return `import { provideTexts } from '${source}/web/i18n/i18n.ts';
import { others } from '${languages}${namespace}';
await provideTexts('${namespace}', ${JSON.stringify(spanish)}, others);`;
    },
    transform(code, id) {
      const file = path.relative(source, id.split('?')[0] ?? id);
      if (!/^(web\/(?!i18n\/)|features\/[^/]+\/web\/).*\.tsx?$/.test(file)) return;
      const imports = catalogues(code, file).map((catalogue) => `import '${module}${catalogue}';`);
      // In front of the first line, so that positions keep their lines.
      return imports.length > 0 ? { code: imports.join('') + code, map: null } : undefined;
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      this.emitFile({ type: 'asset', fileName: textFilesName, source: JSON.stringify(textFilesIn(chunks)) });
    },
  };
}

type Built = { fileName: string; facadeModuleId: string | null; moduleIds: string[] };

/** Which catalogues each chunk has, and which chunk each catalogue of another language is. */
function textFilesIn(chunks: readonly Built[]): TextFiles {
  const namespaces: TextFiles['namespaces'] = {};
  const files: Record<string, Record<string, string>> = {};
  const namespaceOf = new Map([...folders].map(([namespace, folder]) => [folder, namespace]));
  for (const { fileName, facadeModuleId, moduleIds } of chunks) {
    const texts = moduleIds.filter((id) => id.startsWith(`\0${module}`));
    const named = new Set(texts.map((id) => id.slice(module.length + 1).split('/')[0] ?? ''));
    if (named.size > 0) namespaces[`/${fileName}`] = [...named].sort();
    const { dir, name } = path.parse(facadeModuleId ?? '');
    const namespace = namespaceOf.get(dir);
    if (namespace) files[name] = { ...files[name], [namespace]: `/${fileName}` };
  }
  return { namespaces, files };
}

function folderOf(namespace: string): string {
  const folder = folders.get(namespace);
  if (!folder) throw new Error(`There are no texts of "${namespace}".`);
  return folder;
}

/** The module with which the sections of a catalogue share how its other languages are fetched. */
function othersOf(folder: string): string {
  const others = globSync('*.json', { cwd: folder })
    .filter((file) => file !== 'es.json')
    .map((file) => `${path.basename(file, '.json')}: () => import('${folder}/${file}')`);
  return `export const others = { ${others.join(', ')} };`;
}

const textsOf = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(folder, 'es.json'), 'utf8'));

/** What a module imports: `classes/seat`, or `classes` where its keys cannot be told. */
function catalogues(code: string, file: string): string[] {
  return namespacesIn(code, file).flatMap((namespace) => {
    // Every page has the frame's texts.
    const sections = namespace !== 'shell' && sectionsIn(code, namespace);
    if (!sections) return namespace;
    const begins = mayFail.test(code) ? [...sections, 'refusals'] : sections;
    return Object.keys(textsOf(folderOf(namespace)))
      .filter((key) => begins.includes(key.replace(/_\w+$/, '')))
      .map((key) => `${namespace}/${key}`);
  });
}

/** Whether a module may have a refusal told, itself or by what it passes one to. */
const mayFail = /error|refus|fail|query|mutat|list/i;

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
