import { useEffect } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { pageAtRest } from '../page-at-rest.ts';

type Manifest = { url: string; routes: Record<string, { imports?: string[] }> };

/** What each page imports and which catalogues it needs, and the file of each language and catalogue. */
type PageLists = {
  default: Record<string, string[]>;
  namespaces: Record<string, string[]>;
  texts: Partial<Record<string, Record<string, string>>>;
};

/**
 * Gives the router the files of each page, with its texts in the language that is spoken, so that it fetches all of a
 * page when a person approaches a link of the frame. No first page needs them: the build keeps them apart
 * (scripts/web-build/split-manifest.ts). Without them the page of a link is fetched a request later.
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
  const lists: PageLists = await import(/* @vite-ignore */ file);
  const texts = lists.texts[i18n.language] ?? {};
  for (const [id, imports] of Object.entries(lists.default)) {
    const route = manifest.routes[id];
    const needed = lists.namespaces[id]?.flatMap((namespace) => texts[namespace] ?? []) ?? [];
    if (route) route.imports = [...imports, ...needed];
  }
}
