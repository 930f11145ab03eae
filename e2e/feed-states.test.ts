import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clips } from '#seed/clips.ts';
import { seedVideos } from '#seed/seed-videos.ts';
import { insertVideo } from '../src/testing/insert-video.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { expectWell, visit, widths } from './visit.ts';

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

/** So many videos of YouTube, the first in the list the first in the feed; their players answer from here. */
async function embeds(page: Page, count: number): Promise<void> {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
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
    await inFront(page, position);
  }
}

/** The clip in front: whether it plays, whether it is silent. */
const clipInFront = (page: Page) =>
  page.evaluate(() => {
    const clip = document.querySelector<HTMLVideoElement>('article:not([inert]) video');
    return clip && { plays: !clip.paused, muted: clip.muted };
  });

describe.each(widths)('at %i px', (width) => {
  it('over thirty videos three players are alive, and pages of ten come at four fifths of the way', async () => {
    const { page, end } = await visit(site, width, await site.person());
    await embeds(page, 35);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const asked: string[] = [];
    page.on('request', (request) => pagesOfFeed.test(request.url()) && asked.push(request.url()));
    await page.goto('/feed');
    await inFront(page, 1);
    expect(asked).toHaveLength(1);

    // Ten videos and what stands after them: four fifths of that are behind somebody at the ninth.
    await stepTo(page, 1, 8);
    expect(asked).toHaveLength(1);
    await stepTo(page, 8, 9);
    await expect.poll(() => asked.length).toBe(2);

    for (let position = 10; position <= 30; position++) {
      await stepTo(page, position - 1, position);
      const players = await page.evaluate(() => document.querySelectorAll('iframe, video').length);
      expect(players, `at video ${position}`).toBeLessThanOrEqual(3);
    }
    expect(asked).toHaveLength(4);
    await end();
  });

  it('a video fills the room and the next one is a whole swipe away', async () => {
    const { page, end } = await visit(site, width, await site.person());
    await embeds(page, 3);
    await page.goto('/feed');
    await inFront(page, 1);
    const box = await page.getByRole('feed').evaluate((feed) => {
      const scroller = feed.parentElement as HTMLElement;
      const slides = [...feed.children].map((slide) => slide.getBoundingClientRect().height);
      return { snap: getComputedStyle(scroller).scrollSnapType, room: scroller.clientHeight, slides };
    });
    expect(box.snap).toBe('y mandatory');
    for (const height of box.slides) expect(Math.abs(height - box.room)).toBeLessThanOrEqual(1);
    // Let go of between two videos, it comes to rest on one of them.
    await page.getByRole('feed').evaluate((feed) => {
      feed.parentElement?.scrollBy({
        top: (feed.parentElement.clientHeight ?? 0) * 0.8,
        behavior: 'instant',
      });
    });
    await inFront(page, 2);
    await end();
  });

  it('nothing is drawn over another service’s player, and every button stands outside it', async () => {
    const { page, end } = await visit(site, width, await site.person());
    await embeds(page, 2);
    await page.goto('/feed');
    await inFront(page, 1);
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
    await end();
  });

  it('our own clips fill a phone’s room, and no word touches a button', async () => {
    await seedVideos(await site.ctxFor());
    const { page, end } = await visit(site, width, await site.person());
    await page.goto('/feed');
    for (let position = 1; position <= 6; position++) {
      await inFront(page, position);
      const { clip, room, gap } = await page.locator('article:not([inert])').evaluate((slide) => {
        const rect = (element: Element | null | undefined) => element?.getBoundingClientRect();
        const buttons = [...slide.querySelectorAll('[aria-keyshortcuts="L"], [aria-keyshortcuts="C"]')];
        const words = [...slide.querySelectorAll('h2, h2 ~ p')].map((word) => {
          const range = document.createRange();
          range.selectNodeContents(word);
          return Math.min(range.getBoundingClientRect().right, rect(word)?.right ?? 0);
        });
        const edge = Math.min(...buttons.map((button) => rect(button)?.left ?? 0));
        return {
          clip: rect(slide.querySelector('video'))?.height,
          room: rect(slide)?.height,
          gap: edge - Math.max(...words),
        };
      });
      if (width === 390) {
        expect(clip).toBe(room);
        expect(gap).toBeGreaterThanOrEqual(12);
      }
      await page.keyboard.press('ArrowDown');
    }
    await end();
  });

  it('with less motion nothing starts by itself, and steps do not slide', async () => {
    await seedVideos(await site.ctxFor());
    const { page, end } = await visit(site, width, await site.person());
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/feed');
    await inFront(page, 1);
    await page.locator('article:not([inert]) video').waitFor();
    await page.waitForTimeout(1200);
    expect(await clipInFront(page)).toMatchObject({ plays: false });
    await page.keyboard.press(' ');
    await expect.poll(() => clipInFront(page)).toMatchObject({ plays: true });
    const slid = await page.evaluate(async () => {
      const scroller = document.querySelector('[role="feed"]')?.parentElement as HTMLElement;
      window.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
      );
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      return scroller.scrollTop / scroller.clientHeight;
    });
    expect(slid).toBe(1);
    await end();
  });

  it('the keyboard moves, likes, saves and unmutes, and takes each of them back', async () => {
    await seedVideos(await site.ctxFor());
    const person = await site.person();
    const { page, end } = await visit(site, width, person);
    await page.goto('/feed');
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
    expect(await sound.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('m');
    await expect.poll(() => sound.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => clipInFront(page)).toMatchObject({ muted: false });
    await page.keyboard.press('m');
    await expect.poll(() => clipInFront(page)).toMatchObject({ muted: true });
    await end();
  });

  it('after the last video it says so, and leads back to the first', async () => {
    const { page, end } = await visit(site, width, await site.person());
    await embeds(page, 3);
    await page.goto('/feed');
    await inFront(page, 1);
    await stepTo(page, 1, 3);
    await page.keyboard.press('ArrowDown');
    const restart = page.getByRole('button', { name: 'Volver al principio' });
    await expect
      .poll(() => restart.evaluate((button) => button.getBoundingClientRect().top < window.innerHeight))
      .toBe(true);
    await expectWell(page, [width]);
    await restart.click();
    await inFront(page, 1);
    await end();
  });

  it('without a video it says so', async () => {
    const { page, end } = await visit(site, width, await site.person());
    await page.goto('/feed');
    await page.getByText('Todavía no hay videos').waitFor();
    await expectWell(page, [width]);
    await end();
  });

  it('a feed that does not come says so, and comes when asked again', async () => {
    const { page, end } = await visit(site, width, await site.person(), { mayBreak: true });
    await embeds(page, 12);
    await page.route(pagesOfFeed, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/feed');
    await page.getByText('No pudimos traer los videos').waitFor();
    await expectWell(page, [width]);
    await page.unroute(pagesOfFeed);
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await inFront(page, 1);

    // And so does a next page, without taking away what is there.
    await page.route(pagesOfFeed, (route) => route.abort('internetdisconnected'));
    await stepTo(page, 1, 10);
    await page.keyboard.press('ArrowDown');
    await page.getByText('No pudimos traer más videos').waitFor();
    await page.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').waitFor();
    await page.unroute(pagesOfFeed);
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await page.locator('article[aria-posinset="12"]').waitFor({ state: 'attached' });
    await end();
  });

  it('languages past the first few wait behind a button, and a chosen one is never out of sight', async () => {
    await seedVideos(await site.ctxFor());
    const { page, end } = await visit(site, width, await site.person());
    await page.goto('/feed?language=eo&topic=exams');
    await page.getByText('Ningún video con estos filtros').waitFor();
    if (width === 390) await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    const group = page.getByRole('group', { name: 'Idioma' });
    await expect.poll(() => group.getByRole('checkbox').count()).toBe(7);
    expect(await group.getByRole('checkbox', { name: 'Esperanto' }).isChecked()).toBe(true);
    await group.getByRole('button', { name: '7 idiomas más' }).click();
    expect(await group.getByRole('checkbox').count()).toBe(14);
    await expectWell(page, [width]);
    await group.getByText('Esperanto').click();
    await page.getByRole('group', { name: 'Nivel' }).getByText('Avanzado').click();
    await page.getByRole('group', { name: 'Tema' }).getByText('Modismos').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?level=advanced&topic=exams&topic=idioms');
    await page.getByRole('button', { name: 'Limpiar filtros' }).filter({ visible: true }).last().click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await end();
  });

  it('saved videos are a list: let go of, kept again, played, empty, out of reach', async () => {
    await seedVideos(await site.ctxFor());
    const { page, end } = await visit(site, width, await site.person(), { mayBreak: true });
    await page.goto('/feed/saved');
    await page.getByText('Aquí vivirán tus videos guardados').waitFor();
    await page.goto('/feed');
    await inFront(page, 1);
    await page.keyboard.press('s');
    await page.locator('article:not([inert]) [aria-keyshortcuts="S"][aria-pressed="true"]').waitFor();
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.goto('/feed/saved');
    const title = clips[0]?.title ?? '';
    const list = page.getByRole('list', { name: 'Videos guardados' });
    await list.getByRole('button', { name: `Quitar de guardados: ${title}` }).click();
    await list.getByRole('button', { name: `Guardar de nuevo: ${title}` }).click();
    await list.getByRole('button', { name: `Quitar de guardados: ${title}` }).waitFor();
    await expectWell(page, [width]);
    await list.getByRole('link').click();
    await inFront(page, 1);
    await page.route('**/api/videos/saved**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/feed/saved');
    await page.getByText('No pudimos traer tus videos guardados').waitFor();
    await end();
  });
});
