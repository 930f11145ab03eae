import type { Page } from 'playwright-core';

/** As a person who chose larger letters in their browser sees the page; 16 is what browsers begin with. */
export async function setLetters(page: Page, size: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: size } });
  await session.detach();
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    size,
  );
}
