import { useEffect } from 'react';
import { pageAtRest } from '../page-at-rest.ts';

type Manifest = { url: string; routes: Record<string, { imports?: string[] }> };

/**
 * Gives the router the files of each page, so that it fetches all of a page when a person approaches a link of the
 * frame. No first page needs them: the build keeps them apart (scripts/web-build/split-manifest.ts). Without them the
 * page of a link is fetched a request later.
 */
export function usePageFiles(): void {
  useEffect(
    () =>
      void pageAtRest()
        .then(learnFiles)
        .catch(() => {}),
    [],
  );
}

async function learnFiles(): Promise<void> {
  if (import.meta.env.DEV) return;
  const { __reactRouterManifest: manifest } = window as unknown as { __reactRouterManifest: Manifest };
  const file = manifest.url.replace('manifest-', 'imports-');
  const lists: { default: Record<string, string[]> } = await import(/* @vite-ignore */ file);
  for (const [id, imports] of Object.entries(lists.default)) {
    const route = manifest.routes[id];
    if (route) route.imports = imports;
  }
}
