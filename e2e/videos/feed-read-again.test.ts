import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
let student: Person;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.deleteFrom('videos').execute();
  student = await site.person();
  for (const title of ['Uno', 'Dos', 'Tres']) await insertVideo(site.db, { title });
});

const inFront = (page: Page, position: number) =>
  page.locator(`article:not([inert])[aria-posinset="${position}"]`).waitFor();

async function stepTo(page: Page, from: number, to: number): Promise<void> {
  for (let position = from + 1; position <= to; position++) {
    await page.keyboard.press('ArrowDown');
    await inFront(page, position);
  }
}

const seeNewVideo = (page: Page) => page.getByRole('article', { name: 'Nuevo', exact: true }).waitFor();

it('the feed says so after the last video, and begins again with the videos that came meanwhile', async () => {
  const { page, end } = await visit(site, phone, student);
  await go(page, '/feed');
  await inFront(page, 1);
  await stepTo(page, 1, 3);
  await page.keyboard.press('ArrowDown');
  const restart = page.getByRole('button', { name: 'Volver al principio' });
  await expect
    .poll(() => restart.evaluate((button) => button.getBoundingClientRect().top < window.innerHeight))
    .toBe(true);
  await expectWell(page);
  await insertVideo(site.db, { title: 'Nuevo' });
  await restart.click();
  await seeNewVideo(page);
  await inFront(page, 1);
  await end();
});

it('a feed that stays open is read again when it is shown on another day of the student, and not before', async () => {
  const { page, end } = await visit(site, phone, student);
  // Noon of Mexico City, whose day the student's zone has too.
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T18:00:00Z`);
  await page.clock.setSystemTime(noon);
  const asked: string[] = [];
  page.on('request', (request) => /\/api\/videos(\?|$)/.test(request.url()) && asked.push(request.url()));
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await go(page, '/feed');
  await inFront(page, 1);
  await stepTo(page, 1, 2);
  await insertVideo(site.db, { title: 'Nuevo' });
  // 23:59, which is the next day by the clock of London.
  await show('hidden');
  await page.clock.setSystemTime(noon.getTime() + 719 * 60_000);
  await show('visible');
  await stepTo(page, 2, 3);
  expect(asked).toHaveLength(1);
  await show('hidden');
  await page.clock.setSystemTime(noon.getTime() + 721 * 60_000);
  await show('visible');
  await seeNewVideo(page);
  await inFront(page, 1);
  expect(asked).toHaveLength(2);
  await end();
});
