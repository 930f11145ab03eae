import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, it } from 'vitest';
import { pageMeta } from './page-meta.ts';
import routes from './routes.ts';

/** Routes that hold no others: what a person sees under an address of its own. */
const leaves = (within: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  within.flatMap((route) => (route.children ? leaves(route.children) : [route]));

/** They draw nothing: they lead elsewhere. */
const leadsElsewhere = /leave-app\.tsx$|elsewhere-in-admin\.tsx$/;

const pages = leaves(routes).filter(({ file }) => !leadsElsewhere.test(file));

it('every page names its tab', () => {
  expect(pages.length).toBeGreaterThan(40);
  const nameless = pages.filter(
    ({ file }) =>
      !readFileSync(path.join(import.meta.dirname, file), 'utf8').includes('export const meta = '),
  );
  expect(nameless.map(({ path }) => path)).toEqual([]);
});

it('a page that visitors read is described to search engines', () => {
  expect(pageMeta('Tienda', 'Cambia tus sumicoins.')).toEqual([
    { title: 'Tienda · Sumi' },
    { name: 'description', content: 'Cambia tus sumicoins.' },
  ]);
  expect(pageMeta('Mi perfil')).toEqual([{ title: 'Mi perfil · Sumi' }]);
});
