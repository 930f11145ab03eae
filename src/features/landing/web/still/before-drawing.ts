/**
 * Runs in the head of the page, before anything is drawn: marks the document when a person was signed in here last
 * time, so that the page does not flash by on the way to their own; has a page of which another part than the top shows
 * first drawn whole, so that this part is where it belongs; and leads to the language that was picked in this browser.
 * An address that names a language is its choice where there was none. It is sent as its source, so it uses nothing
 * from outside.
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
