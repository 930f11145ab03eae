import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedVideos } from '#seed/seed-videos.ts';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { zoneFarFromMidnight } from '../classes/zone-far-from-midnight.ts';
import { begun, holdScripts } from '../hold-scripts.ts';
import { route } from '../route.ts';
import { desktop, go, phone, visit } from '../visit.ts';
import { watchDraws } from '../watch-draws.ts';

/* What these journeys guarantee: an act, a hint or a part that arrives draws what it changes, and not the page. */

let site: Site;
let clubs: string[];
let zone: string;
beforeAll(async () => {
  site = await newSite();
  zone = zoneFarFromMidnight();
  await seedVideos(await site.ctxFor());
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 3600_000);
  clubs = [];
  for (let number = 10; number < 30; number++) {
    clubs.push(await insertClass(site.db, teacher, { title: `Charla ${number}`, kind: 'club', startsAt }));
  }
});
afterAll(() => site.close());

const student = () => site.person({ tier: 'premium', zone });
const cards = (page: Page) => page.getByRole('article');
const idAt = (place: number) => clubs[place] ?? '';

async function openClubs(page: Page): Promise<void> {
  await go(page, '/conversation-clubs');
  await expect.poll(() => cards(page).count()).toBe(clubs.length);
}

/** The page's clock draws all cards each half minute, which may be while a journey runs. */
const ofOthers = (commits: number[][], place: number) =>
  commits.filter((drawn) => drawn.some((other) => other !== place));

it('cards of clubs write nothing into the storage of the tab when they are drawn', async () => {
  const { page, end } = await visit(site, desktop, await student());
  await go(page, '/membership');
  await page.evaluate(() => {
    const written: string[] = [];
    Object.assign(window, { written });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, text) {
      written.push(key);
      setItem.call(this, key, text);
    };
  });
  await openClubs(page);
  await sleep(300);
  const written = await page.evaluate(() => (window as unknown as { written: string[] }).written);
  expect(written.filter((key) => key.startsWith('sumi.taken') || key.startsWith('sumi.joined'))).toEqual([]);
  await page.reload();
  await end();
});

it('a seat that another student takes draws the card of its club alone', async () => {
  const other = await student();
  const { page, end } = await visit(site, desktop, await student());
  await openClubs(page);
  const place = await placeOf(page, 'Charla 13');
  const commits = await watchDraws(cards(page));
  await site.request(other, 'POST', `/api/classes/${idAt(3)}/enrolment`);
  await expect.poll(commits, { timeout: 20_000 }).toContainEqual([place]);
  expect(ofOthers(await commits(), place).length).toBeLessThanOrEqual(1);
  await end();
});

it('a student who enrols in a club sees its card alone drawn again', async () => {
  const { page, end } = await visit(site, desktop, await student());
  await openClubs(page);
  const place = await placeOf(page, 'Charla 15');
  const commits = await watchDraws(cards(page), '*');
  await page.getByRole('button', { name: 'Inscribirme: Charla 15' }).click();
  await cards(page).nth(place).getByText('Tienes tu lugar').waitFor();
  // The hint of the seat comes within 400 ms.
  await sleep(1500);
  expect((await commits()).length).toBeGreaterThan(0);
  expect(ofOthers(await commits(), place).length).toBeLessThanOrEqual(1);
  await end();
});

it('a class that is opened from a list and closed draws no card of the list again', async () => {
  const { page, end } = await visit(site, desktop, await student());
  await openClubs(page);
  const commits = await watchDraws(cards(page));
  for (const title of ['Charla 20', 'Charla 21']) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect((await commits()).length).toBeLessThanOrEqual(1);
  await end();
});

it('the hint of a seat that a student takes breaks off no reading of the list', async () => {
  const { page, end } = await visit(site, desktop, await student());
  await openClubs(page);
  const brokenOff: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/classes')) brokenOff.push(request.url());
  });
  let read = 0;
  await route(page, /\/api\/classes(\/|\?)/, async (request) => {
    if (request.method === 'GET') {
      read++;
      await sleep(1500);
    }
    await request.fallback();
  });
  await page.getByRole('button', { name: 'Inscribirme: Charla 17' }).click();
  await page
    .getByRole('button', { name: 'Dejar mi lugar: Charla 17' })
    .or(page.getByText('Tienes tu lugar'))
    .first()
    .waitFor();
  // The reading that the hint asks for.
  await sleep(3000);
  expect(read).toBeGreaterThan(0);
  expect(brokenOff).toEqual([]);
  await end();
});

it('the other tabs of the classes arrive without drawing the page again', async () => {
  const person = await student();
  await insertSeats(site.db, idAt(0), person);
  const { page, end } = await visit(site, phone, person);
  await page.goto('/classes');
  await cards(page).first().waitFor();
  const commits = await watchDraws(page.getByRole('tab'));
  const arrived = (file: string) =>
    page.evaluate(
      (file) => performance.getEntriesByType('resource').some(({ name }) => name.includes(file)),
      file,
    );
  for (const file of ['upcoming-classes', 'month-calendar', 'past-classes']) {
    await expect.poll(() => arrived(file)).toBe(true);
  }
  await sleep(1000);
  expect((await commits()).length).toBeLessThanOrEqual(1);
  await end();
});

it('a desktop draws the bell as its button at once, and not as the link of a phone before', async () => {
  const { page, end } = await visit(site, desktop, await student());
  const release = await holdScripts(page);
  await page.goto('/membership', { waitUntil: 'commit' });
  await page.evaluate(() => {
    let links = 0;
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes, target } of records) {
        if (target instanceof Element && target.closest('#prerendered')) continue;
        for (const node of [...addedNodes, ...removedNodes]) {
          if (!(node instanceof Element) || node.id === 'prerendered') continue;
          const link = 'a[href="/notifications"]';
          if (node.matches(link) || node.querySelector(link)) links++;
        }
      }
      Object.assign(window, { links });
    }).observe(document, { childList: true, subtree: true });
  });
  release();
  await begun(page);
  await page.getByRole('button', { name: 'Avisos' }).waitFor();
  await sleep(500);
  expect(await page.evaluate(() => Reflect.get(window, 'links'))).toBe(0);
  await end();
});

const inFront = (page: Page) => page.locator('article:not([inert])');

it('a like draws the buttons of its video once', async () => {
  const { page, end } = await visit(site, phone, await student());
  await go(page, '/feed');
  const like = inFront(page).locator('[aria-keyshortcuts="L"]');
  await like.waitFor();
  await atRest(page);
  const commits = await watchDraws(inFront(page), '[aria-keyshortcuts="L"]');
  const answered = page.waitForResponse(/\/api\/videos\/[^/]+\/like$/);
  await page.keyboard.press('l');
  await answered;
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await sleep(500);
  expect(await commits()).toHaveLength(1);
  await end();
});

it('a dialog over a clip that plays draws none of its buttons again', async () => {
  const { page, end } = await visit(site, phone, await student(), { motion: true });
  await go(page, '/feed');
  await atRest(page);
  const isPaused = () =>
    inFront(page)
      .locator('video')
      .evaluate((clip: HTMLVideoElement) => clip.paused);
  await expect.poll(isPaused).toBe(false);
  await sleep(500);
  const commits = await watchDraws(inFront(page), '[data-step]');
  await inFront(page).getByRole('button', { name: 'Reportar' }).click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(isPaused).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(isPaused).toBe(false);
  expect(await commits()).toEqual([]);
  await end();
});

it('the buttons of a video are not drawn again when the page comes to rest', async () => {
  const { page, end } = await visit(site, phone, await student());
  await page.goto('/feed');
  await inFront(page).locator('[data-step="next"]').waitFor();
  const commits = await watchDraws(inFront(page), '[data-step]');
  await atRest(page);
  expect(await commits()).toEqual([]);
  await end();
});

it('the tooltip of a button is mounted when it opens for the first time, and not when the page comes to rest', async () => {
  const { page, end } = await visit(site, desktop, await student());
  await page.goto('/feed');
  const next = inFront(page).locator('[data-step="next"]');
  await next.waitFor();
  await atRest(page);
  // What Mantine's tooltip hears on its target.
  const isMounted = () =>
    next.evaluate((button) => {
      const name = Object.keys(button).find((key) => key.startsWith('__reactProps$')) ?? '';
      return 'onMouseMove' in Reflect.get(button, name);
    });
  await expect.poll(isMounted).toBe(false);
  await next.hover();
  await page.getByRole('tooltip').waitFor();
  await expect.poll(isMounted).toBe(true);
  await page.mouse.move(1, 1);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await end();
});

it('a tooltip opens for the focus of the keyboard, stays under a pointer, and Escape closes it', async () => {
  const { page, end } = await visit(site, desktop, await student());
  await page.goto('/feed');
  const next = inFront(page).locator('[data-step="next"]');
  const tooltip = page.getByRole('tooltip');
  await next.waitFor();
  // The first time it is mounted, later ones are Mantine's own.
  for (const _ of [1, 2]) {
    await next.press('Shift');
    await tooltip.filter({ hasText: /\(↓\)/ }).waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await next.evaluate((button) => button.blur());
  }
  await next.hover();
  await tooltip.hover();
  await page.waitForTimeout(500);
  await expect.poll(() => tooltip.count()).toBe(1);
  await page.mouse.move(1, 1);
  await tooltip.waitFor({ state: 'detached' });
  await end();
});

/** The code of tooltips has come, and what it changes is drawn. */
async function atRest(page: Page): Promise<void> {
  const isHere = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('mantine-floating')),
    );
  await expect.poll(isHere).toBe(true);
  await sleep(1500);
}

async function placeOf(page: Page, title: string): Promise<number> {
  const titles = await cards(page).evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''));
  return titles.findIndex((text) => text.includes(title));
}
