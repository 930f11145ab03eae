import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedVideos } from '#seed/seed-videos.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { route, unroute } from '../route.ts';
import { desktop, go, phone, visit } from '../visit.ts';

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

/** The list as it stands: the titles of its videos. */
const titlesOf = (page: Page) =>
  page.locator('article').evaluateAll((slides) => slides.map((slide) => slide.getAttribute('aria-label')));

/** The id of a video of the seed. */
async function idOf(title: string | null | undefined): Promise<string> {
  const { id } = await site.db
    .selectFrom('videos')
    .select('id')
    .where('title', '=', title ?? '')
    .executeTakeFirstOrThrow();
  return id;
}

/** Has a person watch a video elsewhere: in a feed that is read after that it stands further down. */
async function watchElsewhere(person: Person, id: string): Promise<void> {
  const counted = await site.request(person, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 5 });
  expect(counted.status).toBe(200);
}

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

it('the video in front and the list stay when the stream of hints was lost and comes back', async () => {
  const person = await site.person();
  const { page, context, end } = await visit(site, phone, person, { mayBreak: true });
  await go(page, '/feed');
  await inFront(page, 1);
  await page.keyboard.press('ArrowDown');
  await inFront(page, 2);
  const titles = await titlesOf(page);
  await watchElsewhere(person, await idOf(titles[0]));
  let reads = 0;
  page.on('request', (request) => pagesOfFeed.test(request.url()) && reads++);
  await context.setOffline(true);
  const opened = page.waitForResponse(/\/api\/events/);
  await context.setOffline(false);
  await opened;
  // Everything else on the page is read again.
  await page.waitForResponse(/\/api\/coins\/wallet/);
  expect(reads).toBe(0);
  await inFront(page, 2);
  expect(await titlesOf(page)).toEqual(titles);
  await end();
});

it('the video in front and the list stay when an administrator who watches hears that videos changed', async () => {
  const [watching, other] = [await site.person({ role: 'admin' }), await site.person({ role: 'admin' })];
  const { page, end } = await visit(site, phone, watching);
  await go(page, '/feed');
  await inFront(page, 1);
  await page.keyboard.press('ArrowDown');
  await inFront(page, 2);
  const titles = await titlesOf(page);
  const first = await idOf(titles[0]);
  let reads = 0;
  page.on('request', (request) => pagesOfFeed.test(request.url()) && reads++);
  const hidden = await site.request(other, 'PATCH', `/api/videos/${first}`, { isActive: false });
  expect(hidden.status).toBe(200);
  // The hint about the coins of a view comes after the one about videos.
  const heard = page.waitForResponse(/\/api\/coins\/wallet/);
  await watchElsewhere(watching, await idOf(titles[1]));
  await heard;
  expect(reads).toBe(0);
  await inFront(page, 2);
  expect(await titlesOf(page)).toEqual(titles);
  await end();
  await site.db.updateTable('videos').set({ isActive: true }).where('id', '=', first).execute();
});

it('a letter that is pressed while the focus is in the menu does nothing to the video in front', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, desktop, person);
  await go(page, '/feed');
  await inFront(page, 1);
  const front = page.locator('article:not([inert])');
  const title = () => front.getAttribute('aria-label');
  const before = await title();
  await page.getByRole('link', { name: 'Mis clases' }).focus();
  await page.keyboard.press('n');
  await page.keyboard.press('l');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  // This one acts, after the others.
  await page.keyboard.press('s');
  const reactions = () =>
    site.db
      .selectFrom('videoInteractions')
      .select('interactionType')
      .where('userId', '=', person.id)
      .where('interactionType', '<>', 'view')
      .execute();
  await expect.poll(reactions).toEqual([{ interactionType: 'save' }]);
  await expect.poll(title).toBe(before);
  await end();
});

it('a student who refuses all videos of a page is shown those of the next', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/feed');
  await inFront(page, 1);
  const front = page.locator('article:not([inert])');
  const titleInFront = () => front.getAttribute('aria-label');
  const refused: (string | null)[] = [];
  for (let n = 1; n <= 12; n++) {
    await expect.poll(titleInFront).not.toBe(refused.at(-1));
    refused.push(await titleInFront());
    await page.keyboard.press('n');
  }
  await expect.poll(titleInFront).not.toBe(refused.at(-1));
  expect(new Set([...refused, await titleInFront()]).size).toBe(13);
  await end();
});

it('a feed that is read again begins with its first video, one that a student comes back to where they left it', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  await page.clock.install();
  await go(page, '/feed');
  await inFront(page, 1);
  await page.keyboard.press('ArrowDown');
  await inFront(page, 2);
  await page.keyboard.press('ArrowDown');
  // A refusal brings another video to the same place.
  await inFront(page, 3);
  const front = page.locator('article:not([inert])');
  const refused = await front.getAttribute('aria-label');
  await page.keyboard.press('n');
  await expect.poll(() => front.getAttribute('aria-label')).not.toBe(refused);
  const left = await front.getAttribute('aria-label');
  await go(page, '/dashboard');
  await go(page, '/feed');
  await inFront(page, 3);
  await expect.poll(() => front.getAttribute('aria-label')).toBe(left);

  await watchElsewhere(person, await idOf((await titlesOf(page))[0]));
  await go(page, '/dashboard');
  // The browser keeps a list that is not shown for five minutes, which begin when the page of the feed is gone.
  await expect.poll(() => page.locator('article').count()).toBe(0);
  await page.clock.fastForward('06:00');
  await go(page, '/feed');
  await inFront(page, 1);
  await end();
});

it('a student who leaves Sumi keeps the seconds that they watched', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person, { motion: true });
  await go(page, '/feed');
  await inFront(page, 1);
  const seconds = async () => {
    const views = await site.db
      .selectFrom('videoInteractions')
      .select('watchedSeconds')
      .where('userId', '=', person.id)
      .execute();
    return views[0]?.watchedSeconds ?? 0;
  };
  await expect.poll(seconds).toBe(3);
  await page.waitForTimeout(2500);
  await page.goto('/robots.txt');
  await expect.poll(seconds).toBeGreaterThanOrEqual(5);
  await end();
});

it('a video that plays on after midnight counts from nothing on the new day', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { motion: true });
  const reports: number[] = [];
  await route(page, reportsOfViews, async (request) => {
    reports.push((JSON.parse(request.body) as { watchedSeconds: number }).watchedSeconds);
    await request.fulfill({ json: { counted: true, coins: 0, ofStreak: 0 } });
  });
  await go(page, '/feed');
  await inFront(page, 1);
  await expect.poll(() => reports.length).toBe(1);
  await page.clock.setSystemTime(Date.now() + 24 * 3_600_000);
  await expect.poll(() => reports.length).toBe(2);
  expect(Math.max(...reports)).toBeLessThan(5);
  await end();
});

it('a key that is held acts once, and steps on', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/feed');
  await inFront(page, 1);
  const likes: string[] = [];
  page.on('request', (request) => request.url().endsWith('/like') && likes.push(request.method()));
  // Each further press of a key that is down is a repetition of it.
  for (let n = 1; n <= 4; n++) await page.keyboard.down('l');
  await page.keyboard.up('l');
  const like = page.locator('article:not([inert]) [aria-keyshortcuts="L"]');
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => likes).toEqual(['PUT']);
  for (let n = 1; n <= 3; n++) await page.keyboard.down('ArrowDown');
  await page.keyboard.up('ArrowDown');
  await inFront(page, 4);
  await end();
});

it('a like goes with the first tap, also where an administrator has seen the video in moderation', async () => {
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, phone, admin);
  const title = 'Video de la moderación';
  const id = await insertVideo(site.db, { title });
  expect((await site.request(admin, 'PUT', `/api/videos/${id}/like`)).status).toBe(200);
  await go(page, '/admin/videos?status=approved');
  await page.getByRole('article', { name: title }).waitFor();
  await go(page, `/feed?video=${id}`);
  const like = page.getByRole('article', { name: title }).locator('[aria-keyshortcuts="L"]');
  const isLiked = () => like.getAttribute('aria-pressed');
  await expect.poll(isLiked).toBe('true');
  const sent = page.waitForRequest(/\/like$/);
  await page.keyboard.press('l');
  expect((await sent).method()).toBe('DELETE');
  await expect.poll(isLiked).toBe('false');
  await end();
});

it('a video that a student takes off the saved list while it is read again stays off it, and is gone on the next visit', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person);
  const [first, second] = [await insertVideo(site.db, { title: 'Guardado uno' }), await insertVideo(site.db)];
  await site.request(person, 'PUT', `/api/videos/${first}/save`);
  await go(page, '/feed/saved');
  await page.getByRole('button', { name: 'Quitar de guardados: Guardado uno' }).waitFor();
  await go(page, `/feed?video=${second}`);
  await inFront(page, 1);
  const saved = page.waitForResponse(/\/save$/);
  await page.keyboard.press('s');
  await saved;
  const savedLists = '**/api/videos/saved**';
  const read = Promise.withResolvers<void>();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await route(page, savedLists, async (request) => {
    const before = await request.fetch();
    read.resolve();
    await held;
    await request.fulfill({ json: await before.json() });
  });
  await go(page, '/feed/saved');
  await read.promise;
  const taken = page.waitForResponse(/\/save$/);
  await page.getByRole('button', { name: 'Quitar de guardados: Guardado uno' }).click();
  await taken;
  const arrived = page.waitForResponse(/\/api\/videos\/saved/);
  answer();
  await arrived;
  const list = page.getByRole('list', { name: 'Videos guardados' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await page.getByRole('button', { name: 'Guardar de nuevo: Guardado uno' }).waitFor();
  await unroute(page, savedLists);
  await go(page, `/feed?video=${second}`);
  await go(page, '/feed/saved');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await end();
});

it('the end of a feed takes the focus only once a student is there, and gives it to the first video', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person);
  for (const title of ['Penúltimo', 'Último']) {
    const id = await insertVideo(site.db, { title });
    await site.request(person, 'PUT', `/api/videos/${id}/save`);
  }
  await go(page, '/feed/saved');
  await page.getByRole('link', { name: /Último/ }).click();
  await inFront(page, 1);
  const restart = page.locator('button').filter({ hasText: 'Volver al principio' });
  await restart.waitFor({ state: 'attached' });
  const hasFocus = (button: Locator) => button.evaluate((it) => it === document.activeElement);
  await page.locator('article:not([inert]) button').last().focus();
  await page.keyboard.press('Tab');
  expect(await hasFocus(restart)).toBe(false);
  await page.keyboard.press('ArrowDown');
  await inFront(page, 2);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('feed').and(page.locator('[inert]')).waitFor({ state: 'attached' });
  await restart.press('Enter');
  await inFront(page, 1);
  await expect.poll(() => hasFocus(page.locator('article[aria-posinset="1"] [data-step="next"]'))).toBe(true);
  await end();
});
