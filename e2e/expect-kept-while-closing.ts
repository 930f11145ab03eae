import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Closes the drawer that is open, and expects that it holds these words for as long as it is seen. For a visit with
 * `motion`: without it a drawer is gone at once.
 */
export async function expectKeptWhileClosing(
  page: Page,
  words: readonly string[],
  close: () => Promise<unknown>,
): Promise<void> {
  for (const part of words) await page.getByRole('dialog').getByText(part).first().waitFor();
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    const drawer = document.querySelector('[role="dialog"]') as Element;
    const look = () => {
      if (drawer.isConnected) texts.push(drawer.textContent);
    };
    new MutationObserver(look).observe(drawer, { childList: true, subtree: true, characterData: true });
  });
  await close();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const texts = await page.evaluate(() => (window as unknown as { texts: string[] }).texts);
  expect(texts.filter((text) => !words.every((part) => text.includes(part)))).toEqual([]);
}
