import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin } from 'vite';
import { type Chunk, joinChunks, union } from './join-chunks.ts';

const root = path.resolve(import.meta.dirname, '../..');
const web = path.join(root, 'src/web');

/** A module of the build as the bundler knows it, its code transformed but not minified. */
export type Module = { id: string; importedIds: readonly string[]; code: string | null };
export type Modules = ReadonlyMap<string, Module>;

/** The files that each page begins with: the page itself, the layouts around it, and what every page has. */
export type Pages = ReadonlyMap<string, readonly string[]>;

/**
 * Puts modules that the same pages load into one chunk. By itself the bundler splits by entries, and each layout is
 * one: a page of members then consists of a hundred files, and over HTTP/1.1 a browser fetches six at a time. A page
 * always comes with its layouts, so what counts is the page.
 */
export function chunksByPage(routes: readonly RouteConfigEntry[]) {
  let names = new Map<string, string>();
  const plugin: Plugin = {
    name: 'chunks-by-page',
    applyToEnvironment: (environment) => environment.name === 'client',
    renderStart() {
      const modules = new Map<string, Module>();
      for (const id of this.getModuleIds()) {
        const module = this.getModuleInfo(id);
        if (module) modules.set(id, module);
      }
      const always = ['root.tsx', 'entry.client.tsx'].map((file) => path.join(web, file));
      names = nameChunks(planChunks(modules, pagesOf(routes, always)), modules);
    },
  };
  /** The name of a module's chunk, for the option `codeSplitting.groups`; null leaves it to the bundler. */
  return { plugin, chunkOf: (id: string) => names.get(id) ?? null };
}

function pagesOf(routes: readonly RouteConfigEntry[], around: readonly string[]): Map<string, string[]> {
  return new Map(
    routes.flatMap((route) => {
      const files = [...around, path.resolve(web, route.file)];
      return route.children ? [...pagesOf(route.children, files)] : [[files.join(), files] as const];
    }),
  );
}

/** The chunks of what pages share. What one page or layout imports alone stays in its own chunk. */
export function planChunks(modules: Modules, pages: Pages): Chunk[] {
  const entries = new Set([...pages.values()].flat());
  const importsOf = importsIn(modules);
  const broughtBy = new Map<string, string[]>();
  for (const entry of entries) {
    const found = new Set([entry]);
    for (const id of found) for (const imported of importsOf(id)) found.add(imported);
    for (const id of found) broughtBy.set(id, [...(broughtBy.get(id) ?? []), entry]);
  }
  const chunks = new Map<string, Chunk>();
  const texts = new Map([...pages.keys()].map((page) => [page, new Set<string>()]));
  for (const [id, bringing] of broughtBy) {
    const loading = [...pages].flatMap(([page, files]) =>
      files.some((file) => bringing.includes(file)) ? [page] : [],
    );
    const itsTexts = textsOf.exec(id)?.slice(1) ?? [];
    for (const page of loading) for (const name of itsTexts) texts.get(page)?.add(name);
    if (entries.has(id) || bringing.length === 1) continue;
    const chunk: Chunk = {
      modules: new Set([id]),
      size: modules.get(id)?.code?.length ?? 0,
      pages: new Set(loading),
      texts: new Set(itsTexts),
      imports: importsOf(id),
    };
    const key = loading.join();
    const same = chunks.get(key);
    chunks.set(key, same ? union(same, chunk) : chunk);
  }
  return joinChunks([...chunks.values()], texts);
}

/** The catalogue that a module is a section of. */
const textsOf = /virtual:texts\/(\w+)/;

const planned = /\/src\/.*\.(tsx?|json|css)$|virtual:(texts|languages)\/|\/node_modules\/.*\.m?js$/;
/** What vite.config.ts has groups for. */
const elsewhere =
  /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack|i18next|react-i18next|zod)\//;

/** What a module imports of ours and of packages. */
function importsIn(modules: Modules): (id: string) => Set<string> {
  const lists = new Map<string, Map<string, string>>();
  for (const module of modules.values()) if (list.test(module.id)) lists.set(module.id, namesIn(module));
  const cache = new Map<string, Set<string>>();
  return (id) => {
    const before = cache.get(id);
    if (before) return before;
    const { importedIds = [], code } = modules.get(id) ?? {};
    const direct = importedIds.filter((it) => planned.test(it) && !elsewhere.test(it) && !lists.has(it));
    const named = importedIds.flatMap((it) => {
      const names = lists.get(it);
      return names ? importedNames(code, it).flatMap((name) => names.get(name) ?? []) : [];
    });
    const found = new Set([...direct, ...named]);
    cache.set(id, found);
    return found;
  };
}

/**
 * The file with which a package hands on everything it has: hundreds of components, thousands of icons. Who imports
 * from it does not load all of that, so what counts are the names.
 */
const list = /\/node_modules\/(@mantine\/[\w-]+\/esm\/index|@tabler\/icons-react\/dist\/esm\/[\w-]+)\.mjs$/;

const named = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const namesOf = (braces: string) => braces.split(',').map((each) => each.trim().split(/\s+as\s+/));

function namesIn({ id, code }: Module): Map<string, string> {
  return new Map(
    [...(code ?? '').matchAll(named)].flatMap(([, braces = '', from = '']) =>
      namesOf(braces).map((names) => [names.at(-1) ?? '', path.join(path.dirname(id), from)] as const),
    ),
  );
}

/** What a module imports of a package's list. Its own files may have the names of parts of the package. */
const importedNames = (code: string | null | undefined, list: string) =>
  [...(code ?? '').matchAll(named)]
    .filter(([, , from]) => list.includes(`/node_modules/${from}/`))
    .flatMap(([, braces = '']) => namesOf(braces).map(([name = '']) => name));

/** Each chunk is called after its largest module, so that its name changes no more often than what is in it. */
function nameChunks(chunks: readonly Chunk[], modules: Modules): Map<string, string> {
  const sizeOf = (id: string) => modules.get(id)?.code?.length ?? 0;
  return new Map(
    chunks.flatMap(({ modules: ids }) => {
      const [largest = ''] = [...ids].sort((one, other) => sizeOf(other) - sizeOf(one));
      return [...ids].map((id) => [id, nameOf(largest)] as const);
    }),
  );
}

const nameOf = (id: string) =>
  path
    .relative(path.join(root, 'src'), id)
    .replace(/.*virtual:|.*node_modules.|.*\/icons\/|features\/|web\/|\.\w+$/g, '')
    .replace(/\W+/g, '-');
