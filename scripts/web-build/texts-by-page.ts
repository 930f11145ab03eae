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
 * `ns: 'classes'` or `t('classes:title')`, or that tells refusals of that feature's contract, imports the catalogue of
 * `classes`: those sections of it that its keys begin with (`seat` for `seat.join`), where they can be told from the
 * file, and the refusals of other features that those operations answer. So a page loads the texts of what it shows, in
 * one language beside Spanish, whose catalogues come whole. `provideTexts` says when a module that imports a catalogue
 * may run.
 */
export function textsByPage(): Plugin {
  return {
    name: 'texts-by-page',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(module) || id.startsWith(languages) ? `\0${id}` : undefined),
    load(id) {
      if (id.startsWith(`\0${languages}`)) return othersOf(folderOf(id.slice(languages.length + 1)));
      if (!id.startsWith(`\0${module}`)) return;
      const [namespace = '', section, codes] = id.slice(module.length + 1).split('/');
      const folder = folderOf(namespace);
      this.addWatchFile(path.join(folder, 'es.json'));
      const texts = textsOf(folder);
      const spanish = codes ? refusalsOf(namespace, codes) : section ? { [section]: texts[section] } : texts;
      return `import { provideTexts } from '${source}/web/i18n/i18n.ts';
import { others } from '${languages}${namespace}';
await provideTexts('${namespace}', ${JSON.stringify(spanish)}, others);`;
    },
    async transform(code, id) {
      const file = path.relative(source, id.split('?')[0] ?? id);
      if (!/^(web\/(?!i18n\/)|features\/[^/]+\/web\/).*\.tsx?$/.test(file)) return;
      const named = [...catalogues(code, file), ...(await refusalsBeside(code, file))];
      const imports = named.map((catalogue) => `import '${module}${catalogue}';`);
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
const tellsRefusals = /\b(toastFailure|refusalText|textOfRefusal|useAct|ErrorState)\b/;

/** The features whose contracts a module imports from, if it tells refusals. */
function featuresCalled(code: string, file: string): string[] {
  const own = /^features\/([^/]+)/.exec(file)?.[1] ?? 'shell';
  if (!tellsRefusals.test(code)) return [];
  const imported = code.matchAll(
    /^import (?!type)[^;]*? from '(?:#features\/([^/]+)|(?:\.\.\/)+)[^']*contract\.ts'/gm,
  );
  return [...imported].map(([, feature]) => feature ?? own);
}

/** What a module imports for the refusals of other features: `accounts/refusals/guardian-first`. */
async function refusalsBeside(code: string, file: string): Promise<string[]> {
  const codes = await Promise.all(featuresCalled(code, file).map(codesBeside));
  const byFeature = Map.groupBy(new Set(codes.flat()), (code) => code.split('/')[0] ?? '');
  return [...byFeature].map(([feature, all]) => {
    const names = all.map((code) => code.slice(feature.length + 1));
    return `${feature}/refusals/${names.sort().join('+')}`;
  });
}

/** The codes of other features that the operations of one may be refused with; the frame has those of no feature. */
async function codesBeside(feature: string): Promise<string[]> {
  if (feature === 'shell') return [];
  const contract: Record<string, unknown> = await import(`${source}/features/${feature}/contract.ts`);
  const refusals = Object.values(contract).flatMap((exported) =>
    isOperation(exported) ? exported.refusals : [],
  );
  return refusals
    .map(({ code }) => code)
    .filter((code) => {
      const [of = ''] = code.split('/');
      return of !== feature && of !== 'shell' && folders.has(of);
    });
}

const isOperation = (exported: unknown): exported is { refusals: readonly { code: string }[] } =>
  typeof exported === 'object' &&
  exported !== null &&
  'refusals' in exported &&
  Array.isArray(exported.refusals);

/** The texts of some refusals of a feature, in the sections in which its catalogue has them. */
function refusalsOf(namespace: string, codes: string) {
  const { refusals } = textsOf(folderOf(namespace)) as { refusals: Record<string, Record<string, string>> };
  const texts = refusals[namespace] ?? {};
  const chosen = codes.split('+').map((code) => {
    if (!(code in texts)) throw new Error(`There is no text of the refusal "${namespace}/${code}".`);
    return [code, texts[code]];
  });
  return { refusals: { [namespace]: Object.fromEntries(chosen) } };
}

/** The namespaces whose texts a module shows. */
function namespacesIn(code: string, file: string): string[] {
  const named = [...folders.keys()].filter((namespace) =>
    new RegExp(`(useTranslation\\([^)]*|\\bns: )'${namespace}'|['\`]${namespace}:[\\w$]`).test(code),
  );
  const shell = /useTranslation\(\)/.test(code) ? ['shell'] : [];
  return [...new Set([...named, ...shell, ...featuresCalled(code, file)])].sort();
}
