import type { Page } from 'playwright-core';
import { route } from './route.ts';

/** Keeps the application from beginning until the answer is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  // A page does not ask for what it has in its memory.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await route(page, '**/assets/*.js', async (script) => {
    await released;
    await script.fallback();
  });
  return () => {
    release();
    void session.detach();
  };
}

/** The application has drawn the page. */
export const begun = (page: Page) => page.locator('#prerendered').waitFor({ state: 'detached' });

type Shifts = { shifted: number };
/** Adds up from now on how far the page shifts, once its typeface, which may still move a word, is in place. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const seen = window as unknown as Shifts;
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
}
export const shiftSeen = (page: Page) => page.evaluate(() => (window as unknown as Shifts).shifted);
