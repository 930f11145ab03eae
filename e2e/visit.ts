import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openContext } from '#server/testing/chromium.ts';
import type { Person } from '../src/testing/community.ts';
import type { Site } from '../src/testing/listen.ts';

/** The widths every journey is made at: a phone and a desktop. */
export const widths = [390, 1280] as const;

export type Visit = {
  context: BrowserContext;
  page: Page;
  /** Closes the browser's window and fails if a page threw or wrote an error to its console. */
  end(): Promise<void>;
};

/** What Chromium itself notes for each answer of 400 or more; journeys about refusals have some. */
const refused = /status of 4\d\d/;
/** And for a server that is broken or out of reach, which some journeys are about. */
const broken = /status of 5\d\d|ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED)/;

/** Somebody opens the site: a visitor, or a person who is signed in already. */
export async function visit(
  browser: Browser,
  site: Site,
  width: number,
  person: Person | null = null,
  { mayBreak = false }: { mayBreak?: boolean } = {},
): Promise<Visit> {
  const context = await openContext(browser, { width, height: width === 390 ? 844 : 800, baseURL: site.url });
  // Under a loaded machine pages take seconds; what takes longer is broken.
  context.setDefaultTimeout(15_000);
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }]);
  }
  const complaints: string[] = [];
  context.on('weberror', ({ error }) => complaints.push(String(error().stack)));
  context.on('console', (line) => {
    const expected = refused.test(line.text()) || (mayBreak && broken.test(line.text()));
    if (line.type() === 'error' && !expected) complaints.push(line.text());
  });
  return {
    context,
    page: await context.newPage(),
    async end() {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { axe: { run(on: Document, how: object): Promise<{ violations: Violation[] }> } };
type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** What axe has against the page as it stands: an empty list, or each rule with the elements that break it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Contrast is measured on what is there, not half-way through fading in.
  await page.waitForTimeout(400);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    // What passes is not told apart: that is most of the work.
    (window as unknown as Axe).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}

/** No page is wider than the screen: nothing is cut off, nothing scrolls sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(screen ?? 0);
}
