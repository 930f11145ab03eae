import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { accessibilityFaults, desktop, phone, resize, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a visit after one that moved its clock has a clock that goes', async () => {
  const moved = await visit(site, phone);
  await moved.page.clock.install();
  await moved.page.goto('/auth');
  await moved.page.clock.pauseAt(Date.now() + 60_000);
  await moved.end();

  const { page, end } = await visit(site, phone);
  await page.goto('/auth');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1)));
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeLessThan(30_000);
  await end();
});

it('a visit after one in a contrast theme has the colours of the page', async () => {
  const themed = await visit(site, phone);
  await themed.page.emulateMedia({ forcedColors: 'active' });
  await themed.page.goto('/terms');
  const isThemed = () => matchMedia('(forced-colors: active)').matches;
  expect(await themed.page.evaluate(isThemed)).toBe(true);
  await themed.end();

  const { page, end } = await visit(site, phone);
  await page.goto('/terms');
  expect(await page.evaluate(isThemed)).toBe(false);
  await end();
});

it('axe finds a button without a name on a page, in a dialog over it, and where it shows at another width alone', async () => {
  const { page, end } = await visit(site, phone);
  // As journeys look: while axe looks, a page that comes may move, and a fault of the page is there every time.
  const faults = (all: boolean) => expect.poll(() => accessibilityFaults(page, all));
  await page.goto('/terms');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await faults(true).toEqual([]);
  await page.evaluate(() => {
    const nameless = document.createElement('button');
    const onlyWhenWide = () => {
      nameless.hidden = window.innerWidth < 700;
    };
    onlyWhenWide();
    window.addEventListener('resize', onlyWhenWide);
    document.querySelector('main')?.append(nameless);
  });
  const found = expect.stringMatching(/^button-name: /);
  await faults(true).toEqual([]);
  await resize(page, desktop);
  await faults(false).toEqual([found]);
  await faults(true).toEqual([found]);

  await page.evaluate(() => {
    const dialog = document.createElement('section');
    for (const [name, value] of Object.entries({
      role: 'dialog',
      'aria-modal': 'true',
      'aria-label': 'Aviso',
    }))
      dialog.setAttribute(name, value);
    dialog.textContent = 'Hola';
    document.body.append(dialog);
  });
  // The page below is checked where nothing lies over it.
  await faults(true).toEqual([]);
  await page.evaluate(() => document.querySelector('[aria-modal]')?.append(document.createElement('button')));
  await faults(true).toEqual([found]);
  await end();
});
