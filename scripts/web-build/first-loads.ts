import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageFiles } from '../../src/server/pages/page-shells.ts';
import { manifestOf, type Part, type Route, readManifest } from './split-manifest.ts';
import { readTextFiles, textsOf } from './text-files.ts';

/** What a browser that was never here loads to show a page, in bytes as they are sent (brotli). */
export type FirstLoad = { address: string; script: number; style: number; files: number };

/**
 * What every address of a build consists of, Spanish texts included, read from React Router's manifest; the texts of
 * other languages beside it.
 */
export function pageFiles(client: string): PageFiles[] {
  const file = manifestOf(client);
  const { entry, routes } = readManifest(client, file);
  const texts = readTextFiles(client);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return (
    Object.values(routes)
      // `/` is the server's: the application has only a way to leave for it.
      .filter(({ id }) => !parents.has(id) && !id.endsWith('leave-app'))
      .map((page) => {
        const line = [page];
        for (let above = page.parentId; above; above = routes[above]?.parentId)
          line.push(routes[above] as Route);
        const parts: Part[] = [entry, ...line];
        const scripts = new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]));
        const styles = new Set(parts.flatMap(({ css = [] }) => css.map((file) => file.replace(/#.*/, ''))));
        const address = line.toReversed().flatMap((route) => route.path || []);
        return {
          address: `/${address.join('/')}`,
          scripts: [`/${file}`, ...scripts],
          styles: [...styles],
          texts: textsOf(texts, scripts),
        };
      })
  );
}

/** The first load of every address of a build. */
export function firstLoads(client: string, pages: readonly PageFiles[]): FirstLoad[] {
  return pages.map(({ address, scripts, styles }) => ({
    address,
    script: sizeOf(client, scripts),
    style: sizeOf(client, styles),
    files: scripts.length + styles.length,
  }));
}

function sizeOf(client: string, files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + readFileSync(path.join(client, `${file}.br`)).length, 0);
}

/**
 * Says which addresses load more script than their budget, in bytes, or more than `mostFiles`; an address without a
 * budget of its own has that of `*`.
 */
export function overBudget(
  loads: readonly FirstLoad[],
  budgets: Record<string, number>,
  mostFiles: number,
): string[] {
  return loads.flatMap(({ address, script, files }) => {
    const budget = budgets[address] ?? budgets['*'] ?? 0;
    const faults: string[] = [];
    if (script > budget) {
      const [found, allowed] = [script, budget].map(inKilobytes);
      faults.push(`${address} loads ${found} of script at first; its budget is ${allowed}.`);
    }
    if (files > mostFiles) faults.push(`${address} loads ${files} files at first; ${mostFiles} at most.`);
    return faults;
  });
}

export const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
