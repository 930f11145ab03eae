import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedVideos } from '#seed/seed-videos.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { route, unroute } from './route.ts';
import { go, phone, visit } from './visit.ts';

/* What these journeys guarantee: what a student does in the feed outlives a slow server, and one that fails is not
 * asked without pause. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
  await seedVideos(await site.ctxFor());
});
afterAll(() => site.close());

const pagesOfFeed = /\/api\/videos(\?|$)/;
const reportsOfViews = '**/api/videos/*/view';

const inFront = (page: Page, position: number) =>
  page.locator(`article:not([inert])[aria-posinset="${position}"]`).waitFor();

/** Whether the active clip plays. */
const isPlaying = (page: Page) =>
  page.evaluate(
    () => document.querySelector<HTMLVideoElement>('article:not([inert]) video')?.paused === false,
  );

it('a like outlives the next page of the feed, which was on its way when the student gave it', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/feed');
  await inFront(page, 1);
  for (let position = 2; position <= 8; position++) {
    await page.keyboard.press('ArrowDown');
    await inFront(page, position);
  }
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await route(page, pagesOfFeed, async (request) => {
    await held;
    await request.fallback();
  });
  const asked = page.waitForRequest(pagesOfFeed);
  await page.keyboard.press('ArrowDown');
  await inFront(page, 9);
  await asked;
  const like = page.locator('article:not([inert]) [aria-keyshortcuts="L"]');
  const isLiked = () => like.getAttribute('aria-pressed');
  await page.keyboard.press('l');
  await expect.poll(isLiked).toBe('true');
  answer();
  await page.locator('article[aria-posinset="12"]').waitFor({ state: 'attached' });
  await expect.poll(isLiked).toBe('true');
  await end();
});

it('a view that the server fails to count is reported again only after a while, and once the video stops', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person, { motion: true, mayBreak: true });
  let reports = 0;
  await route(page, reportsOfViews, async (request) => {
    reports++;
    await request.fulfill({ status: 503, json: {} });
  });
  await go(page, '/feed');
  await inFront(page, 1);
  await expect.poll(() => reports).toBeGreaterThan(0);
  await page.waitForTimeout(3000);
  expect(reports).toBe(1);
  await unroute(page, reportsOfViews);
  await page.keyboard.press(' ');
  const views = () =>
    site.db
      .selectFrom('videoInteractions')
      .select('interactionType')
      .where('userId', '=', person.id)
      .execute();
  await expect.poll(views).toEqual([{ interactionType: 'view' }]);
  await end();
});

it('a view that the server refuses to count is not reported again', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { motion: true });
  let reports = 0;
  await route(page, reportsOfViews, async (request) => {
    reports++;
    await request.fulfill({ status: 404, json: {} });
  });
  await go(page, '/feed');
  await inFront(page, 1);
  await expect.poll(() => reports).toBeGreaterThan(0);
  await page.waitForTimeout(1500);
  await page.keyboard.press(' ');
  await expect.poll(() => isPlaying(page)).toBe(false);
  await page.keyboard.press(' ');
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.waitForTimeout(500);
  expect(reports).toBe(1);
  await end();
});
