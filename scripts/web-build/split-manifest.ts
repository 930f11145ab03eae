import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { namespacesOf, readTextFiles } from './text-files.ts';

export type Part = { module: string; imports?: string[]; css?: string[] };
export type Route = Part & { id: string; parentId?: string; path?: string };
type Manifest = { entry: Part; routes: Record<string, Route> };

/** The file in which React Router lists all pages; every first load has it. */
export const manifestOf = (client: string) => globSync('assets/manifest-*.js', { cwd: client })[0] ?? '';

export function readManifest(client: string, file: string): Manifest {
  const text = readFileSync(path.join(client, file), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/**
 * Takes out of the manifest which files each page imports, half of its bytes, and writes them into a file beside it,
 * with which catalogues each page needs and the file of each catalogue and language. The router has a use for them when
 * a person approaches a link, to fetch its page ahead (`src/web/shell/use-page-files.ts`).
 */
export function splitManifest(client: string): void {
  const file = manifestOf(client);
  const { routes, ...manifest } = readManifest(client, file);
  const lists = Object.values(routes).map(({ id, imports }) => [id, imports] as const);
  const texts = readTextFiles(client);
  const needed = Object.values(routes).map(
    ({ id, module, imports = [] }) => [id, namespacesOf(texts, [module, ...imports])] as const,
  );
  const slim = Object.values(routes).map(({ imports, ...route }) => [route.id, route] as const);
  write(
    client,
    file,
    `window.__reactRouterManifest=${json({ ...manifest, routes: Object.fromEntries(slim) })};`,
  );
  write(
    client,
    fileOfImports(file),
    `export default ${json(Object.fromEntries(lists))};
export const namespaces = ${json(Object.fromEntries(needed))};
export const texts = ${json(texts.files)};`,
  );
}

const fileOfImports = (manifest: string) => manifest.replace('manifest-', 'imports-');
const json = (value: unknown) => JSON.stringify(value);
const write = (client: string, file: string, text: string) => writeFileSync(path.join(client, file), text);
