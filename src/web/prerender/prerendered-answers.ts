import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The id of the part of a document that holds a prerendered page. `page-shells.ts` of the server knows it too. */
export const prerenderedId = 'prerendered';

/** The questions of a page with their answers, as its document carries them. */
export type PrerenderedAnswers = [key: QueryKey, answer: unknown][];

/**
 * Has the page begin with the answers that it was written from, so that its first drawing is what stands already. They
 * count as old: the page asks again what may have changed.
 */
export function takePrerenderedAnswers(queryClient: QueryClient): void {
  const text = document.querySelector(`#${prerenderedId} > [type="application/json"]`)?.textContent;
  for (const [key, answer] of JSON.parse(text ?? '[]') as PrerenderedAnswers)
    queryClient.setQueryData(key, answer, { updatedAt: 0 });
}

/**
 * Takes off what a prerendered page is described by in its document: the page puts it there itself, as it does on
 * later pages.
 */
export function takePrerenderedDescription(): void {
  document.querySelector(`meta[data-${prerenderedId}]`)?.remove();
}
