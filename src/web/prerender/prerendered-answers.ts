import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { pageAtRest } from '../page-at-rest.ts';
import { invalidateWhenSettled } from '../realtime/invalidate-when-settled.ts';

/** The id of the part of a document that holds a prerendered page. `page-shells.ts` of the server knows it too. */
export const prerenderedId = 'prerendered';

/** The questions of a page with their answers, as its document carries them. */
export type PrerenderedAnswers = [key: QueryKey, answer: unknown][];

/**
 * Has the page begin with the answers that it was written from, so that its first drawing is what stands already. What
 * may have changed since, and what a person without a connection will want, is asked once the page is at rest: before,
 * it would be in the way of what was not written.
 */
export function takePrerenderedAnswers(queryClient: QueryClient): void {
  const text = document.querySelector(`#${prerenderedId} > [type="application/json"]`)?.textContent;
  const answers = JSON.parse(text ?? '[]') as PrerenderedAnswers;
  for (const [key, answer] of answers) queryClient.setQueryData(key, answer);
  void askAgain(queryClient, answers);
}

/** As a page does where it finds answers in its cache that are old: all but those that a page keeps as they are. */
async function askAgain(queryClient: QueryClient, answers: PrerenderedAnswers): Promise<void> {
  for (const [queryKey] of answers) {
    await pageAtRest();
    queryClient.setQueryData(queryKey, (answer: unknown) => answer, { updatedAt: 0 });
    const hash = hashKey(queryKey);
    void invalidateWhenSettled(queryClient, {
      queryKey: queryKey.slice(0, 1),
      predicate: ({ queryHash }) => queryHash === hash,
      stale: true,
    });
  }
}

/**
 * Takes off what a prerendered page is described by in its document: the page puts it there itself, as it does on
 * later pages.
 */
export function takePrerenderedDescription(): void {
  document.querySelector(`meta[data-${prerenderedId}]`)?.remove();
}
