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
  const broughtBy = new Map<string, string[]>();
  for (const entry of entries) {
    for (const id of modulesOf(entry, modules)) broughtBy.set(id, [...(broughtBy.get(id) ?? []), entry]);
  }
  const chunks = new Map<string, Chunk>();
  const packages = new Map([...pages.keys()].map((page) => [page, new Set<string>()]));
  for (const [id, bringing] of broughtBy) {
    const loading = [...pages].flatMap(([page, files]) =>
      files.some((file) => bringing.includes(file)) ? [page] : [],
    );
    const module = modules.get(id);
    const itsPackages = packagesOf(module);
    for (const page of loading) for (const name of itsPackages) packages.get(page)?.add(name);
    if (entries.has(id) || bringing.length === 1) continue;
    const chunk: Chunk = {
      modules: new Set([id]),
      size: module?.code?.length ?? 0,
      pages: new Set(loading),
      packages: itsPackages,
      imports: new Set(module?.importedIds),
    };
    const key = loading.join();
    const same = chunks.get(key);
    chunks.set(key, same ? union(same, chunk) : chunk);
  }
  return joinChunks([...chunks.values()], packages);
}

const ours = /\/src\/.*\.(tsx?|json|css)$|virtual:texts\//;
const iconFolder = path.join(root, 'node_modules/@tabler/icons-react/dist/esm/icons');

/** What an entry brings along of ours, and of the icons. Other packages have their chunks in vite.config.ts. */
function modulesOf(entry: string, modules: Modules): Set<string> {
  const found = new Set([entry]);
  for (const id of found) {
    const { importedIds = [], code } = modules.get(id) ?? {};
    for (const imported of importedIds) if (ours.test(imported)) found.add(imported);
    // Icons are imported from the package's list of thousands, which does not say who uses which.
    for (const [name] of code?.matchAll(/\bIcon[A-Z]\w+/g) ?? []) {
      const icon = path.join(iconFolder, `${name}.mjs`);
      if (modules.has(icon)) found.add(icon);
    }
  }
  return found;
}

const importLine = /\bimport\s*([\w\s{},*]*?)(?:\sfrom\s*)?["']([^./#"'][^"']*)["']/g;

/** What a module imports of packages, by name: `@mantine/core Modal`. A catalogue of texts is like a package. */
function packagesOf(module: Module | undefined): Set<string> {
  const named = [...(module?.code?.matchAll(importLine) ?? [])]
    .filter(([, , from = '']) => !from.startsWith('@tabler/'))
    .flatMap(([, names = '', from]) =>
      names
        .replace(/\sas\s+\w+|[{}\s]/g, '')
        .split(',')
        .map((name) => `${from} ${name}`),
    );
  const isTexts = module?.id.startsWith('\0virtual:texts/');
  return new Set(isTexts ? [...named, `${module?.id.slice(1)} `] : named);
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
    .replace(/.*virtual:|.*\/icons\/|features\/|web\/|\.\w+$/g, '')
    .replace(/\W+/g, '-');
