import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clips } from '#seed/clips.ts';
import { seedVideos } from '#seed/seed-videos.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, tryAgain, visit, widths } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  await site.db.deleteFrom('videos').execute();
});

const pagesOfFeed = /\/api\/videos(\?|$)/;

/** Inserts `count` YouTube videos in the order of the feed. The test answers the requests for their players. */
async function embeds(page: Page, count: number): Promise<void> {
  await route(page, 'https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
  );
  for (let n = 1; n <= count; n++) {
    const sourceId = `video-${String(n).padStart(5, '0')}`;
    const createdAt = new Date(Date.now() - n * 60_000);
    await insertVideo(site.db, { title: `Video ${n}`, source: 'youtube', sourceId, createdAt });
  }
}

const inFront = (page: Page, position: number) =>
  page.locator(`article:not([inert])[aria-posinset="${position}"]`).waitFor();

async function stepTo(page: Page, from: number, to: number): Promise<void> {
  for (let position = from + 1; position <= to; position++) {
    await page.keyboard.press('ArrowDown');
    // The finish line stands after ten videos, and says whether the day counts.
    if (position === 11) await passFinish(page);
    await inFront(page, position);
  }
}

async function passFinish(page: Page): Promise<void> {
  await page.getByText('¡10 videos! Buena meta').waitFor();
  await page.getByText('Mira uno con calma y hoy contará para tu racha.').waitFor();
  await page.getByRole('button', { name: 'Seguir viendo' }).click();
}

const fourteenTopics = [
  ...['Conversación', 'Gramática', 'Vocabulario', 'Pronunciación', 'Cultura', 'Viajes', 'Trabajo'],
  ...['Comida', 'Música', 'Historia', 'Modismos', 'Exámenes', 'Infantil', 'Noticias'],
];

/** Whether the active clip plays and whether it is muted. */
const clipInFront = (page: Page) =>
  page.evaluate(() => {
    const clip = document.querySelector<HTMLVideoElement>('article:not([inert]) video');
    return clip && { plays: !clip.paused, muted: clip.muted };
  });

// The filters, the player's room and the step of a swipe depend on the width of the screen.
describe.each(widths)('at %i px', (width) => {
  it('a video fills the window, nothing is drawn over another service’s player, and the next one is a whole swipe away', async () => {
    const { page, end } = await visit(site, width, await site.person());
    await embeds(page, 3);
    await go(page, '/feed');
    await inFront(page, 1);
    const box = await page.getByRole('feed').evaluate((feed) => {
      const scroller = feed.parentElement as HTMLElement;
      const slides = [...feed.children].map((slide) => slide.getBoundingClientRect().height);
      return { snap: getComputedStyle(scroller).scrollSnapType, room: scroller.clientHeight, slides };
    });
    expect(box.snap).toBe('y mandatory');
    for (const height of box.slides) expect(Math.abs(height - box.room)).toBeLessThanOrEqual(1);

    // Every button stands outside of the player.
    const player = page.locator('article:not([inert]) iframe');
    await player.waitFor();
    const covered = await player.evaluate((frame) => {
      const { left, top, width: across, height: down } = frame.getBoundingClientRect();
      const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
      return steps
        .flatMap((x) => steps.map((y) => document.elementFromPoint(left + x * across, top + y * down)))
        .filter((element) => element !== frame)
        .map((element) => element?.outerHTML.slice(0, 80));
    });
    expect(covered).toEqual([]);
    await expectWell(page, [width]);

    // A scroll that ends between two videos snaps to one of them.
    await page.getByRole('feed').evaluate((feed) => {
      feed.parentElement?.scrollBy({
        top: (feed.parentElement.clientHeight ?? 0) * 0.8,
        behavior: 'instant',
      });
    });
    await inFront(page, 2);
    await end();
  });

  it('the filters show a few languages and the chosen ones, and the rest behind a button', async () => {
    await seedVideos(await site.ctxFor());
    const { page, end } = await visit(site, width, await site.person());
    await go(page, '/feed?language=eo&topic=exams');
    await page.getByText('Ningún video con estos filtros').waitFor();
    if (width === 390) await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    const group = page.getByRole('group', { name: 'Idioma' });
    await expect.poll(() => group.getByRole('checkbox').count()).toBe(8);
    await expect.poll(() => group.getByRole('checkbox', { name: 'Esperanto' }).isChecked()).toBe(true);
    await group.getByRole('button', { name: '7 idiomas más' }).click();
    await expect.poll(() => group.getByRole('checkbox').count()).toBe(15);
    const optionsOf = (name: string) => page.getByRole('group', { name }).locator('label').allTextContents();
    await expect.poll(() => optionsOf('Nivel')).toEqual(['Todos', 'Principiante', 'Intermedio', 'Avanzado']);
    await expect.poll(() => optionsOf('Tema')).toEqual(fourteenTopics);
    await expectWell(page, [width]);
    await group.getByText('Esperanto').click();
    await page.getByRole('group', { name: 'Nivel' }).getByText('Avanzado').click();
    await page.getByRole('group', { name: 'Tema' }).getByText('Modismos').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?level=advanced&topic=exams&topic=idioms');
    await page.getByRole('button', { name: 'Quitar filtros' }).filter({ visible: true }).last().click();
    await expect.poll(() => new URL(page.url()).search).toBe('?language=all');
    await end();
  });
});

it('over thirty videos three players are alive, and the next ten load at 80 % of the scroll and follow although they come late', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await embeds(page, 35);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const asked: string[] = [];
  page.on('request', (request) => pagesOfFeed.test(request.url()) && asked.push(request.url()));
  await go(page, '/feed');
  await inFront(page, 1);
  expect(asked).toHaveLength(1);
  // The loader after the last video is far below: it draws no frames while the first one plays.
  const isLoaderDrawn = () =>
    page
      .locator('.mantine-Loader-root')
      .last()
      .evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }));
  await expect.poll(isLoaderDrawn).toBe(false);

  // Ten videos and the end slide are eleven: 80 % of the scroll is passed at the ninth video.
  await stepTo(page, 1, 8);
  expect(asked).toHaveLength(1);
  // The network is slower than the person, who goes on to the slide that waits for the next page.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await route(page, pagesOfFeed, async (request) => {
    await held;
    await request.fallback();
  });
  await stepTo(page, 8, 9);
  await expect.poll(() => asked.length).toBe(2);
  await stepTo(page, 9, 10);
  await page.keyboard.press('ArrowDown');
  await expect.poll(isLoaderDrawn).toBe(true);
  answer();
  await passFinish(page);
  await inFront(page, 11);
  await unroute(page, pagesOfFeed);

  for (let position = 12; position <= 30; position++) {
    await stepTo(page, position - 1, position);
    const players = await page.evaluate(() => document.querySelectorAll('iframe, video').length);
    expect(players, `at video ${position}`).toBeLessThanOrEqual(3);
  }
  expect(asked).toHaveLength(4);
  await end();
});

it('a clip waits for the question about the age and for a dialog over it, and goes on once they are closed', async () => {
  await seedVideos(await site.ctxFor());
  const person = await site.person();
  await site.db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', person.id).execute();
  const { page, end } = await visit(site, phone, person, { motion: true });
  await go(page, '/feed');
  const adult = page.getByRole('button', { name: 'Soy una persona adulta' });
  await adult.waitFor();
  await inFront(page, 1);
  await expect.poll(() => clipInFront(page)).toMatchObject({ plays: false });
  await adult.click();
  await expect.poll(() => clipInFront(page)).toMatchObject({ plays: true });
  // While it fades out it still lies over the button, and each try of a press would scroll the feed.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .locator('article:not([inert])')
    .getByRole('button', { name: /^Reportar el video/ })
    .click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => clipInFront(page)).toMatchObject({ plays: false });
  await page.keyboard.press('Escape');
  await expect.poll(() => clipInFront(page)).toMatchObject({ plays: true });
  await end();
});

it('no word of a caption touches a button', async () => {
  await seedVideos(await site.ctxFor());
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/feed');
  for (let position = 1; position <= 6; position++) {
    await inFront(page, position);
    const gap = await page.locator('article:not([inert])').evaluate((slide) => {
      const rect = (element: Element | null | undefined) => element?.getBoundingClientRect();
      const buttons = [...slide.querySelectorAll('[aria-keyshortcuts="L"], [aria-keyshortcuts="C"]')];
      const words = [...slide.querySelectorAll('h2, h2 ~ p')].map((word) => {
        const range = document.createRange();
        range.selectNodeContents(word);
        return Math.min(range.getBoundingClientRect().right, rect(word)?.right ?? 0);
      });
      const edge = Math.min(...buttons.map((button) => rect(button)?.left ?? 0));
      return edge - Math.max(...words);
    });
    expect(gap).toBeGreaterThanOrEqual(8);
    await page.keyboard.press('ArrowDown');
  }
  await end();
});

it('with reduced motion no video starts by itself and steps do not slide; the keyboard moves through the feed, likes, saves, unmutes, hides captions and refuses a video, and undoes each of them', async () => {
  await seedVideos(await site.ctxFor());
  const person = await site.person();
  const { page, end } = await visit(site, desktop, person);
  await go(page, '/feed');
  await inFront(page, 1);
  await page.locator('article:not([inert]) video').waitFor();
  await page.waitForTimeout(1200);
  expect(await clipInFront(page)).toMatchObject({ plays: false });
  await page.keyboard.press(' ');
  await expect.poll(() => clipInFront(page)).toMatchObject({ plays: true });
  const slid = await page.evaluate(async () => {
    const scroller = document.querySelector('[role="feed"]')?.parentElement as HTMLElement;
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return scroller.scrollTop / scroller.clientHeight;
  });
  expect(slid).toBe(1);
  await inFront(page, 2);
  await page.keyboard.press('ArrowUp');
  await inFront(page, 1);

  const kept = async () => {
    const rows = await site.db
      .selectFrom('videoInteractions')
      .select('interactionType')
      .where('userId', '=', person.id)
      .where('interactionType', '<>', 'view')
      .orderBy('interactionType')
      .execute();
    return rows.map(({ interactionType }) => interactionType);
  };
  await page.keyboard.press('ArrowDown');
  await inFront(page, 2);
  await page.keyboard.press('ArrowUp');
  await inFront(page, 1);
  await page.keyboard.press('l');
  await expect.poll(kept).toEqual(['like']);
  await page.keyboard.press('S');
  await expect.poll(kept).toEqual(['like', 'save']);
  await page.keyboard.press('l');
  await expect.poll(kept).toEqual(['save']);
  await page.keyboard.press('s');
  await expect.poll(kept).toEqual([]);
  const sound = page.locator('article:not([inert]) [aria-keyshortcuts="M"]');
  await expect.poll(() => sound.getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('m');
  await expect.poll(() => sound.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => clipInFront(page)).toMatchObject({ muted: false });
  await page.keyboard.press('m');
  await expect.poll(() => clipInFront(page)).toMatchObject({ muted: true });

  const front = page.locator('article:not([inert])');
  const captions = front.getByRole('button', { name: 'Subtítulos' });
  await expect.poll(() => captions.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press(' ');
  await front.locator('video').evaluate((clip: HTMLVideoElement) => {
    clip.pause();
    clip.currentTime = 1.5;
  });
  const words = front.locator('video').locator('xpath=../../p');
  await expect.poll(() => words.textContent()).not.toBe('');
  await captions.click();
  await expect.poll(() => words.count()).toBe(0);
  await page.keyboard.press('c');
  await expect.poll(() => words.textContent()).not.toBe('');
  await page.keyboard.press('c');

  const title = (await front.getAttribute('aria-label')) ?? '';
  const refused = page.getByRole('article', { name: title, exact: true });
  const refuse = () => front.getByRole('button', { name: 'No me interesa este video' }).click();
  const notKept = { of: '**/not-interested', says: 'No pudimos guardar el cambio' };
  // The video that followed stays in front, and the refused one is before it again.
  const back = async () => {
    await refused.waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => front.getAttribute('aria-label')).toBe(title);
  };
  await seeFailureToast(page, notKept, refuse);
  await back();
  await seeToast(page, 'No te lo volveremos a mostrar', refuse);
  await refused.waitFor({ state: 'detached' });
  await expect.poll(kept).toEqual(['not_interested']);
  await page.getByRole('button', { name: 'Deshacer' }).last().click();
  await expect.poll(kept).toEqual([]);
  await back();
  await page.keyboard.press('n');
  await expect.poll(kept).toEqual(['not_interested']);
  // The browser keeps the captions hidden, and the server the refusal.
  await page.reload();
  await inFront(page, 1);
  await expect.poll(() => captions.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => refused.count()).toBe(0);
  await end();
});

it('a feed that fails to load says so, and loads on a retry', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
  await embeds(page, 12);
  await route(page, pagesOfFeed, (route) => route.fulfill({ status: 500, json: {} }));
  await go(page, '/feed');
  await page.getByText('No pudimos traer los videos').waitFor();
  await unroute(page, pagesOfFeed);
  await tryAgain(page);
  await inFront(page, 1);

  // A next page fails and recovers likewise, and the loaded videos stay.
  await route(page, pagesOfFeed, (route) => route.abort());
  await stepTo(page, 1, 10);
  await page.keyboard.press('ArrowDown');
  await page.getByText('No pudimos traer más videos').waitFor();
  await page.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').waitFor();
  await unroute(page, pagesOfFeed);
  await tryAgain(page);
  await page.locator('article[aria-posinset="12"]').waitFor({ state: 'attached' });
  await end();
});

it('the list of saved videos removes, saves again and plays them, and says that it is empty or failed to load', async () => {
  await seedVideos(await site.ctxFor());
  const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
  await go(page, '/feed/saved');
  await page.getByText('Aquí vivirán tus videos guardados').waitFor();
  await go(page, '/feed');
  await inFront(page, 1);
  for (const [key, act] of [
    ['l', 'like'],
    ['s', 'save'],
  ] as const) {
    const failed = { of: `**/api/videos/*/${act}`, says: 'No pudimos guardar el cambio' };
    await seeFailureToast(page, failed, () => page.keyboard.press(key));
    const button = page.locator(`article:not([inert]) [aria-keyshortcuts="${key.toUpperCase()}"]`);
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false');
  }
  // The list is opened before the server has answered, and is read again when it has.
  const opened = Promise.withResolvers<void>();
  await route(page, '**/save', (route) => opened.promise.then(route.fallback));
  await page.keyboard.press('s');
  await page.locator('article:not([inert]) [aria-keyshortcuts="S"][aria-pressed="true"]').waitFor();
  await go(page, '/feed/saved');
  await page.getByText('Aquí vivirán tus videos guardados').waitFor();
  opened.resolve();
  const title = clips[0]?.title ?? '';
  const list = page.getByRole('list', { name: 'Videos guardados' });
  const remove = () => list.getByRole('button', { name: `Quitar de guardados: ${title}` }).click();
  await list.waitFor();
  await unroute(page, '**/save');
  await seeFailureToast(page, { of: '**/save', says: 'No pudimos guardar el cambio' }, remove);
  await remove();
  await list.getByRole('button', { name: `Guardar de nuevo: ${title}` }).click();
  await list.getByRole('button', { name: `Quitar de guardados: ${title}` }).waitFor();
  await expectWell(page);
  await list.getByRole('link').click();
  await inFront(page, 1);
  await route(page, '**/api/videos/saved**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/feed/saved');
  await page.getByText('No pudimos traer tus videos guardados').waitFor();
  await end();
});
