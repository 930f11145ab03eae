import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { go, phone, resize, visit, widths } from '../visit.ts';

/** Contrast themes, in which the browser gives all backgrounds one colour. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/** Only `theirs` has the background that the theme keeps under the name `kept`. */
async function expectTold(theirs: Locator, others: Locator, kept = 'SelectedItem'): Promise<void> {
  const colours = (drawn: Element, kept: string) => {
    const sample = document.body.appendChild(document.createElement('div'));
    sample.style.backgroundColor = kept;
    const both = [drawn, sample].map((each) => getComputedStyle(each).backgroundColor);
    sample.remove();
    return both;
  };
  const [found, wanted] = await theirs.evaluate(colours, kept);
  expect(found).toBe(wanted);
  const [other] = await others.evaluate(colours, kept);
  expect(other).not.toBe(wanted);
}

/** Else a plate in the colour of the page lies behind the letters, which are drawn for another background. */
const expectNoPlate = (chosen: Locator) =>
  expect.poll(() => chosen.evaluate((drawn) => getComputedStyle(drawn).forcedColorAdjust)).toBe('none');

const trackOf = (page: Page, isOn: boolean) =>
  page.locator(`input[role="switch"]${isOn ? ':checked' : ':not(:checked)'} + *`).first();

it('a contrast theme tells an administrator which page, tab, choice and switch is the one, and how far they are', async () => {
  const member = await site.person({ role: 'admin', coins: 300 });
  const { page, end } = await visit(site, phone, member);
  await page.emulateMedia({ forcedColors: 'active' });

  await go(page, '/classes');
  const tab = (isChosen: boolean) => page.locator(`[role="tab"][aria-selected="${isChosen}"]`).first();
  await tab(true).waitFor();
  await expectTold(tab(true), tab(false));
  await expectNoPlate(tab(true));
  const menu = page.getByRole('navigation').filter({ visible: true });
  for (const width of widths) {
    await resize(page, width);
    await expectTold(
      menu.locator('[aria-current="page"]').first(),
      menu.locator('a:not([aria-current])').first(),
    );
  }

  await go(page, '/admin/classes');
  const segments = page.getByRole('radiogroup').first();
  await segments.waitFor();
  await expectTold(
    segments.locator(':checked + span').first(),
    segments.locator(':not(:checked) + span').first(),
  );
  await expectNoPlate(segments.locator(':checked + span').first());

  await go(page, '/store');
  const bar = page.getByRole('progressbar', { name: /^Tu próxima meta/ });
  await bar.waitFor();
  await expectTold(bar, bar.locator('..'), 'Highlight');

  await go(page, '/notifications/choices');
  await page.getByRole('switch').first().waitFor();
  await expectTold(trackOf(page, true), trackOf(page, false));
  await expectTold(trackOf(page, false).locator('*').first(), trackOf(page, false), 'ButtonText');
  await end();
});

it('the edge of a field and of a check box is drawn in the colour that is told from the page', async () => {
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin/teachers?tab=approved&pages=changed');
  const edgeOf = (drawn: Locator, variable: string) =>
    drawn.evaluate((it, variable) => {
      const sample = document.body.appendChild(document.createElement('div'));
      sample.style.color = `var(${variable})`;
      const { color } = getComputedStyle(sample);
      sample.remove();
      return getComputedStyle(it).borderTopColor === color;
    }, variable);
  const box = page.getByRole('checkbox');
  await box.press('Space');
  await box.blur();
  for (const drawn of [page.getByRole('searchbox'), box])
    await expect.poll(() => edgeOf(drawn, '--sumi-edge')).toBe(true);
  await end();
});
