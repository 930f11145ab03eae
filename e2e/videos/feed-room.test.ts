import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedVideos } from '#seed/seed-videos.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { setLetters } from '../notifications/set-letters.ts';
import { expectWell, go, phone, resize, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
  await seedVideos(await site.ctxFor());
});
afterAll(async () => {
  await site.close();
});

const inFront = (page: Page, position: number) =>
  page.locator(`article:not([inert])[aria-posinset="${position}"]`).waitFor();

/**
 * What lies over the pixels of the active clip, which is drawn whole inside of its element, and what of it lies outside
 * of the window. Empty when the whole clip is visible. `size` is its drawn width and height.
 */
const coveredOf = (page: Page) =>
  page.locator('article:not([inert])').evaluate((slide) => {
    const clip = slide.querySelector('video') as HTMLVideoElement;
    const box = clip.getBoundingClientRect();
    const scale = Math.min(box.width / clip.videoWidth, box.height / clip.videoHeight);
    const [width, height] = [clip.videoWidth * scale, clip.videoHeight * scale];
    const left = box.x + (box.width - width) / 2;
    const top = box.y + (box.height - height) / 2;
    const words = [...slide.querySelectorAll('h2, h2 ~ p, p')].filter((each) => each.textContent);
    const buttons = [...slide.querySelectorAll('button')].filter((each) => !each.contains(clip));
    const bars = [...document.querySelectorAll('header, footer, nav')];
    const over = [...words, ...buttons, ...bars].filter((each) => {
      // The clip itself is a button: a tap on it starts and stops it.
      if (each.parentElement?.contains(clip)) return false;
      const other = each.getBoundingClientRect();
      const [margin, hidden] = [0.5, other.width <= 1 || other.height <= 1];
      return (
        !hidden &&
        other.left < left + width - margin &&
        other.right > left + margin &&
        other.top < top + height - margin &&
        other.bottom > top + margin
      );
    });
    const outside =
      left < -0.5 || top < -0.5 || left + width > innerWidth + 0.5 || top + height > innerHeight + 0.5;
    return {
      covered: [...over.map((each) => each.outerHTML.slice(0, 120)), ...(outside ? ['the window ends'] : [])],
      fit: getComputedStyle(clip).objectFit,
      share: (width * height) / (innerWidth * innerHeight),
    };
  });

/** The buttons of the active video that lie over another one. */
const overlapping = (page: Page) =>
  page.locator('article:not([inert])').evaluate((slide) => {
    const buttons = [...slide.querySelectorAll('button')]
      // The clip itself is one, and those of the keyboard alone are a pixel wide.
      .filter((each) => !each.parentElement?.querySelector(':scope > video') && each.clientWidth > 1)
      .map((each) => ({ name: each.ariaLabel ?? each.textContent, box: each.getBoundingClientRect() }));
    return buttons.flatMap((one, at) =>
      buttons
        .slice(at + 1)
        .filter(
          ({ box }) =>
            box.left < one.box.right - 1 &&
            box.right > one.box.left + 1 &&
            box.top < one.box.bottom - 1 &&
            box.bottom > one.box.top + 1,
        )
        .map(({ name }) => `${one.name} and ${name}`),
    );
  });

/** The sizes of a window, each with the least share of it that a clip fills, and the size of letters in it. */
const windows = [
  ['a phone', 390, 844, 0.35],
  ['a phone with its browser bars', 390, 664, 0.25],
  ['a small phone', 320, 568, 0.2],
  ['a phone with letters of twice the size', 390, 844, 0.04, 32],
  ['a phone on its side', 844, 390, 0.15],
  ['a page at 200 %', 640, 450, 0.15],
  ['a tablet', 820, 1180, 0.3],
  ['a desktop', 1280, 800, 0.2],
] as const;

it('on no size of window a caption, button or bar covers a pixel of a clip, and the clip is as large as there is room', async () => {
  const { page, end } = await visit(site, phone, await site.person({ languages: ['en'] }));
  await go(page, '/feed?language=all');
  const clip = page.locator('article:not([inert]) video');
  for (let position = 1; position <= 4; position++) {
    await inFront(page, position);
    await clip.evaluate(
      (clip: HTMLVideoElement) =>
        clip.videoWidth > 0 ||
        new Promise((loaded) => clip.addEventListener('loadedmetadata', loaded, { once: true })),
    );
    // A caption shows while the clip stands at it.
    await clip.evaluate((clip: HTMLVideoElement) => {
      clip.currentTime = 1.5;
    });
    for (const [name, width, height, share, letters = 16] of windows) {
      const message = `video ${position} on ${name}`;
      await resize(page, width, height);
      await setLetters(page, letters);
      await inFront(page, position);
      await page.locator('article:not([inert]) video ~ button').waitFor();
      await expect.poll(async () => (await coveredOf(page)).covered, { message }).toEqual([]);
      const { fit, share: drawn } = await coveredOf(page);
      expect(fit).toBe('contain');
      expect(drawn, message).toBeGreaterThan(share);
      expect(await overlapping(page), message).toEqual([]);
    }
    await page.keyboard.press('ArrowDown');
  }
  await end();
});

it('on a short screen and at 400 % a student reads the whole caption of a video and reaches each of its buttons', async () => {
  const words = 'Una frase para leer con calma. ';
  const description = `${words.repeat(12)}Aquí termina.`;
  await site.db.updateTable('videos').set({ description }).execute();
  const { page, end } = await visit(site, phone, await site.person({ languages: ['en'] }));
  await go(page, '/feed?language=all');
  await inFront(page, 1);
  const slide = page.locator('article:not([inert])');
  const more = slide.getByRole('button', { name: 'Descripción completa' });
  const text = slide.getByText('Aquí termina.');
  for (const [width, height] of [
    [390, 560],
    [844, 390],
    [640, 450],
    [320, 256],
  ] as const) {
    await resize(page, width, height);
    await inFront(page, 1);
    // On an upright phone the steps are for the keyboard alone.
    const ofPointer = width < height ? ':not([data-step])' : '';
    const buttons = slide.locator(`button:not(:has(~ video), video ~ *)${ofPointer}`);
    for (const button of await buttons.all()) await button.click({ trial: true });
    await more.press('Enter');
    const caption = slide.getByRole('group', { name: 'Descripción completa' });
    await caption.focus();
    // It is in sight, and nothing lies over it.
    const isSeen = () =>
      text.evaluate((it) => {
        const { right, bottom } = [...it.getClientRects()].at(-1) ?? new DOMRect();
        return it.contains(document.elementFromPoint(right - 20, bottom - 8));
      });
    // By the key that otherwise leads to the next video.
    const scrollOn = async () => {
      if (!(await isSeen())) await page.keyboard.press('ArrowDown');
      return isSeen();
    };
    await expect.poll(scrollOn, { message: `${width} px wide` }).toBe(true);
    await inFront(page, 1);
    await more.press('Enter');
    await caption.waitFor({ state: 'detached' });
  }
  await end();
});

it('a feed starts with the languages that a student learns and some to discover, keeps to a chosen one, and remembers the choice', async () => {
  const { page, end } = await visit(site, phone, await site.person({ languages: ['ko'] }));
  await go(page, '/dashboard');
  await go(page, '/feed');
  await inFront(page, 1);
  await page.locator('article:not([inert])').getByText('Porque aprendes coreano · Principiante').waitFor();
  await expect.poll(() => page.locator('article').count()).toBeGreaterThan(5);
  await page.keyboard.press('ArrowDown');
  await inFront(page, 2);
  await page.locator('article:not([inert])').getByText('Para descubrir').waitFor();
  await page.locator('article:not([inert])').getByRole('button', { name: 'Filtros', exact: true }).click();
  const languages = page.getByRole('group', { name: 'Idioma' });
  await languages.getByText('algo de otros para descubrir').waitFor();
  await expectWell(page);
  await languages.getByText('Coreano').click();
  await expect.poll(() => page.locator('article').count()).toBe(1);
  // The way back of a phone closes the filters, and stays.
  await page.goBack();
  await languages.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).pathname).toBe('/feed');
  await page.getByRole('button', { name: 'Filtros: 1 activo' }).click();
  await expect.poll(() => languages.getByText('algo de otros para descubrir').count()).toBe(0);
  await go(page, '/dashboard');
  await go(page, '/feed');
  await page.getByRole('button', { name: 'Filtros: 1 activo' }).waitFor();
  await expect.poll(() => page.locator('article').count()).toBe(1);
  await end();
});

it('an address with a video puts that video first in the feed, which leads to the saved videos', async () => {
  const last = await site.db
    .selectFrom('videos')
    .select(['id', 'title'])
    .where('language', '=', 'eo')
    .executeTakeFirstOrThrow();
  const { page, end } = await visit(site, phone, await site.person({ languages: ['en'] }));
  await go(page, `/feed?video=${last.id}`);
  await inFront(page, 1);
  await page.getByRole('heading', { level: 2, name: last.title }).first().waitFor();
  await go(page, '/feed?video=0198c1a0-0000-7000-8000-000000000000');
  await inFront(page, 1);
  await page.locator('article:not([inert])').getByRole('link', { name: 'Videos guardados' }).click();
  await page.waitForURL('**/feed/saved');
  await end();
});

it('the coin of a counted view shows at the balance', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { motion: true });
  await go(page, '/feed');
  await inFront(page, 1);
  await page.getByText('Ganaste 6 sumicoins, 5 por tu racha').waitFor({ state: 'attached' });
  await page.getByText('5 por tu racha', { exact: true }).waitFor();
  await page.getByText('+6', { exact: true }).waitFor();
  await end();
});
