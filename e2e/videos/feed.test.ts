import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedVideos } from '#seed/seed-videos.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, press, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
  await seedVideos(await site.ctxFor());
});
afterAll(async () => {
  await site.close();
});

it('clips play without the internet, three players at a time, and a view is counted', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person, { motion: true });
  await go(page, '/feed');
  await expect
    .poll(
      () =>
        page.evaluate(() => [...document.querySelectorAll('video')].some((video) => video.currentTime > 1)),
      {},
    )
    .toBe(true);
  await expectWell(page);
  const interactions = () =>
    site.db
      .selectFrom('videoInteractions')
      .select('interactionType')
      .where('userId', '=', person.id)
      .execute();
  await expect.poll(interactions).toContainEqual({ interactionType: 'view' });

  const front = page.locator('article:not([inert])');
  const players: number[] = [];
  // A step that begins while the page still slides may not be taken: the next one is.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('ArrowDown');
        players.push(await page.locator('video').count());
        return Number(await front.getAttribute('aria-posinset'));
      },
      { interval: 400 },
    )
    .toBeGreaterThan(12);
  expect(Math.max(...players)).toBeLessThanOrEqual(3);
  // The last step has ended when the same video stays in front.
  await expect
    .poll(async () => {
      const before = await front.getAttribute('aria-posinset');
      await page.waitForTimeout(1500);
      return (await front.getAttribute('aria-posinset')) === before;
    })
    .toBe(true);
  // The keys act on the video in front.
  await page.keyboard.press('l');
  await expect.poll(interactions).toContainEqual({ interactionType: 'like' });
  await page.keyboard.press('l');
  await expect.poll(interactions).not.toContainEqual({ interactionType: 'like' });
  await page.keyboard.press('s');
  await expect.poll(interactions).toContainEqual({ interactionType: 'save' });
  await end();
});

it('a student who chooses another language to learn finds it in the feed that they had open before', async () => {
  const person = await site.person();
  await site.db
    .updateTable('profiles')
    .set({ languages: ['en'], level: 'basic' })
    .where('userId', '=', person.id)
    .execute();
  const { page, end } = await visit(site, phone, person);
  await go(page, '/feed');
  const front = page.locator('article:not([inert])');
  await front.getByText('Porque aprendes inglés').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => front.getAttribute('aria-posinset')).toBe('2');
  // What is chosen before the profile is here would be chosen on an empty quiz, and the profile's level be lost.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await route(page, '**/api/profiles/me', async (asked) => {
    await held;
    await asked.fallback();
  });
  await page.goto('/quiz');
  const english = press(page.getByRole('checkbox', { name: 'Inglés', checked: true }));
  await page.locator('form [inert]').waitFor({ state: 'attached' });
  letGo();
  await english;
  await unroute(page, '**/api/profiles/me');
  await press(page.getByRole('checkbox', { name: 'Francés' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Completar' }).click();
  await page.getByRole('button', { name: 'Guardar y Continuar' }).click();
  await page.waitForURL('**/feed');
  await front.getByText('Porque aprendes francés').waitFor();
  await expect.poll(() => front.getAttribute('aria-posinset')).toBe('1');
  await end();
});

it('the filters of the feed are in the address, and a filter without videos says so', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/feed?language=fr');
  await page.getByText('Francés').filter({ visible: true }).first().waitFor();
  const [french] = await site.db
    .selectFrom('videos')
    .select('title')
    .where('language', '=', 'fr')
    .limit(1)
    .execute();
  expect(french).toBeDefined();
  await go(page, '/feed?language=eo&level=advanced&topic=exams');
  await page
    .getByRole('button', { name: /[Qq]uitar|[Ll]impiar|[Bb]orrar/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect.poll(() => page.locator('video').count()).toBeGreaterThan(0);
  expect(new URL(page.url()).search).toBe('?language=all');
  await end();
});
