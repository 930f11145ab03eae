import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin } from 'vite';
import { type Chunk, joinChunks, union } from './join-chunks.ts';

const root = path.resolve(import.meta.dirname, '../..');
const web = path.join(root, 'src/web');

/** A module of the build as the bundler knows it, its code transformed but not minified. */
export type Module = {
  id: string;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
};
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

/**
 * The chunks of what pages share, with each other or with a part that is loaded later, for which the bundler would make
 * a small file of each. What one page or layout imports alone stays in its own chunk.
 */
export function planChunks(modules: Modules, pages: Pages): Chunk[] {
  const entries = new Set([...pages.values()].flat());
  const importsOf = importsIn(modules);
  const loadedFrom = (ids: Iterable<string>): Set<string> => {
    const found = new Set(ids);
    for (const id of found) for (const imported of importsOf(id)) found.add(imported);
    return found;
  };
  const later = loadedFrom(
    [...modules.values()].flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds),
  );
  // All schemas are in one chunk, which needs what each of them imports.
  const schemas = [...loadedFrom([...entries, ...later])].filter(isOfSchemas);
  const broughtBy = new Map<string, string[]>();
  for (const entry of entries) {
    const own = loadedFrom([entry]);
    const found = [...own].some(isOfSchemas) ? loadedFrom([...own, ...schemas]) : own;
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
    if (entries.has(id) || isOfSchemas(id) || (bringing.length === 1 && !later.has(id))) continue;
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

const isOfSchemas = (id: string): boolean => id.endsWith('?schemas');

/** The catalogue that a module is a section of. */
const textsOf = /virtual:texts\/(\w+)/;

const planned =
  /\/src\/.*\.(tsx?(\?schemas|\?operation=\w+)?|json|css|svg)$|virtual:(texts|languages)\/|vite\/preload-helper|\/node_modules\/.*\.(m?js|svg)$/;
/** What every page has of packages that change seldom. Some pages need more of TanStack Query. */
export const ofFramework =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/](?!.*[\\/](use)?(infiniteQueryObserver|InfiniteQuery|queriesObserver|Queries|IsFetching)\.js$)/;
/** What vite.config.ts has groups for. */
const isElsewhere = (id: string): boolean =>
  ofFramework.test(id) || /\/node_modules\/(i18next|react-i18next|zod)\//.test(id);

/** What a module imports of ours and of packages. */
function importsIn(modules: Modules): (id: string) => Set<string> {
  const lists = new Map([...modules.values()].filter(isList).map((module) => [module.id, namesIn(module)]));
  const cache = new Map<string, Set<string>>();

  /** The modules that a name of a list comes from; the list itself, where it is a file of ours that declares it. */
  function homesOf(name: string, list: string): string[] {
    const { named, stars } = lists.get(list) ?? { named: new Map<string, Home>(), stars: [] };
    const home = named.get(name);
    if (home) return lists.has(home.id) ? homesOf(home.name, home.id) : [home.id];
    const declares = new RegExp(`\\bexport\\s+(const|let|class|(async\\s+)?function\\*?)\\s+${name}\\b`);
    for (const star of stars) {
      const homes = lists.has(star)
        ? homesOf(name, star).filter((id) => id !== star || declares.test(modules.get(star)?.code ?? ''))
        : declares.test(modules.get(star)?.code ?? '')
          ? [star]
          : [];
      if (homes.length > 0) return homes;
    }
    return ofPackage.test(list) ? [] : [list];
  }

  return (id) => {
    const before = cache.get(id);
    if (before) return before;
    const { importedIds = [], code } = modules.get(id) ?? {};
    const handedOn = lists.has(id) ? handedOnBy(id, code, importedIds) : new Set<string>();
    const direct = importedIds.filter((it) => !lists.has(it) && !handedOn.has(it));
    const named = importedIds
      .filter((it) => lists.has(it))
      .flatMap((it) => importedNames(id, code, it, lists.has(id)).flatMap((name) => homesOf(name, it)));
    const found = new Set(
      [...direct, ...named]
        .filter((it) => planned.test(it) && !isElsewhere(it))
        // A list hands on what it imports for a schema, and uses none itself.
        .filter((it) => !(lists.has(id) && isOfSchemas(it))),
    );
    cache.set(id, found);
    return found;
  };
}

/**
 * A file that hands on what others have: that of a package with hundreds of components or thousands of icons, or a
 * contract with the operations of a feature. Who imports from it does not load all of that: what counts are the names.
 */
const isList = ({ id, code }: Module): boolean =>
  ofPackage.test(id) || (/\/src\/.*\.ts$/.test(id) && /\.ts\?(schemas|operation=)/.test(code ?? ''));

const ofPackage =
  /\/node_modules\/(@mantine\/[\w-]+\/esm\/index|@tanstack\/[\w-]+\/build\/modern\/index|@tabler\/icons-react\/dist\/esm\/(?!createReactComponent|defaultAttributes)[\w-]+)\.m?js$/;

/** Where a name of a list comes from, and what it is called there. */
type Home = { id: string; name: string };

const named = /\b(import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const star = /\bexport\s*\*\s*from\s*["']([^"']+)["']/g;
const namesOf = (braces: string) => braces.split(',').map((each) => each.trim().split(/\s+as\s+/));

/** What a list hands on, by name, and the modules of which it hands on everything. */
function namesIn({ id, code, importedIds }: Module): { named: Map<string, Home>; stars: string[] } {
  const idOf = finderOf(id, importedIds);
  return {
    named: new Map(
      [...(code ?? '').matchAll(named)].flatMap(([, , braces = '', from = '']) =>
        namesOf(braces).map(([name = '', ...as]) => [as[0] ?? name, { id: idOf(from), name }] as const),
      ),
    ),
    stars: [...(code ?? '').matchAll(star)].map(([, from = '']) => idOf(from)),
  };
}

/** Finds what a module imports by a name; a list of icons imports five thousand. */
function finderOf(importer: string, importedIds: readonly string[]): (name: string) => string {
  const ids = new Set(importedIds);
  return (name) => {
    const file = path.join(path.dirname(importer), name);
    return ids.has(file) ? file : (importedIds.find((it) => isAt(it, name, importer)) ?? '');
  };
}

/** What a list imports for those alone who import it from there. */
function handedOnBy(
  id: string,
  code: string | null | undefined,
  importedIds: readonly string[],
): Set<string> {
  const idOf = finderOf(id, importedIds);
  return new Set(
    [...(code ?? '').matchAll(named), ...(code ?? '').matchAll(star)]
      .filter(([statement]) => statement.startsWith('export'))
      .map((match) => idOf(match.at(-1) ?? '')),
  );
}

/** What a module imports of a list; a list itself only what it does not hand on. */
const importedNames = (id: string, code: string | null | undefined, list: string, isList: boolean) =>
  [...(code ?? '').matchAll(named)]
    .filter(([, word, , from = '']) => !(isList && word === 'export') && isAt(list, from, id))
    .flatMap(([, , braces = '']) => namesOf(braces).map(([name = '']) => name));

/**
 * Whether a module is what `importer` names so. A file of ours may have the name of a part of a package, and may be
 * there in its place (vite.config.ts).
 */
function isAt(id: string, name: string, importer: string): boolean {
  if (name.startsWith('.'))
    return (
      path.join(path.dirname(importer), name) === id ||
      (ofPackage.test(importer) && id.startsWith(web) && path.parse(id).name === path.parse(name).name)
    );
  if (name.startsWith('#')) return id.endsWith(`/${name.slice(1)}`);
  return id.includes(`/node_modules/${name}/`);
}

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
