/**
 * Runs in the head of the page, before anything is drawn. It is sent as its source, so it uses nothing from outside.
 * - It marks the document where a person was signed in last time, so that they do not see this page on the way to their
 *   own.
 * - A page that opens at another part than its top is drawn whole at first, so that the part is where it belongs.
 * - It leads to the language that was chosen in this browser. Where none was, an address that names one chooses it.
 */
export function beforeDrawing(languages: readonly string[]): void {
  try {
    const page = document.documentElement;
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (location.hash || visit?.type !== 'navigate') page.dataset.whole = '';
    if (localStorage.getItem('sumi.wasSignedIn') === '1' && !location.hash) page.dataset.wasSignedIn = '';
    const chosen = localStorage.getItem('sumi.locale');
    if (location.pathname !== '/') {
      if (!chosen) localStorage.setItem('sumi.locale', page.lang);
    } else if (chosen && chosen !== page.lang && languages.includes(chosen)) {
      location.replace(`/${chosen}${location.hash}`);
    }
  } catch {
    // A browser that keeps nothing shows the page as it came.
  }
}
