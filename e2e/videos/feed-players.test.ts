import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seedVideos } from '#seed/seed-videos.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { route } from '../route.ts';
import { go, phone, visit } from '../visit.ts';

/* What these journeys guarantee: the players of the feed show, say and count what a student chose. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.db.deleteFrom('videos').execute();
});

const inFront = (page: Page, position: number) =>
  page.locator(`article:not([inert])[aria-posinset="${position}"]`).waitFor();

it('captions that a student has switched off are painted by no player', async () => {
  await seedVideos(await site.ctxFor());
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/feed');
  await inFront(page, 1);
  await page.keyboard.press('c');
  await page.reload();
  await inFront(page, 1);
  // Browsers choose a text track once they know the video.
  await page.waitForFunction(() => {
    const clips = [...document.querySelectorAll('video')];
    return (
      clips.length > 1 && clips.every(({ readyState }) => readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
    );
  });
  const modes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('video')].flatMap((clip) => [...clip.textTracks].map(({ mode }) => mode)),
    );
  const off = await modes();
  expect(off.length).toBeGreaterThan(1);
  expect(new Set(off)).toEqual(new Set(['disabled']));
  await page.keyboard.press('c');
  await expect.poll(modes).toContain('hidden');
  expect(await modes()).not.toContain('showing');
  await end();
});

it('an Instagram video counts under reduced motion too, where a student starts it in its own player', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person);
  await route(page, 'https://www.instagram.com/**', (request) =>
    request.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
  );
  await insertVideo(site.db, { source: 'instagram', sourceId: 'Cabc123xyz', seconds: null });
  await go(page, '/feed');
  await inFront(page, 1);
  const views = () =>
    site.db
      .selectFrom('videoInteractions')
      .select('interactionType')
      .where('userId', '=', person.id)
      .execute();
  await expect.poll(views).toEqual([{ interactionType: 'view' }]);
  await end();
});

/** A player of YouTube's that says that it is ready and notes the commands that it hears. */
const standIn = `<!doctype html><title>Player</title><script>
  const heard = (window.heard = []);
  addEventListener('message', ({ data }) => {
    const { event, func } = JSON.parse(data);
    if (event === 'listening') parent.postMessage(JSON.stringify({ event: 'onReady' }), '*');
    if (event === 'command') heard.push(func);
  });
</script>`;

it('the sound of another service’s video is switched without starting or stopping it', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await route(page, 'https://www.youtube-nocookie.com/**', (request) =>
    request.fulfill({ contentType: 'text/html', body: standIn }),
  );
  await insertVideo(site.db, { source: 'youtube', sourceId: 'video-00001' });
  await go(page, '/feed');
  await inFront(page, 1);
  const heard = async () => {
    const player = page.frames().find((frame) => frame.url().startsWith('https://www.youtube-nocookie.com'));
    return player?.evaluate(() => (window as unknown as { heard: string[] }).heard);
  };
  await expect.poll(heard).toEqual(['mute', 'pauseVideo']);
  await page.keyboard.press('m');
  await expect.poll(heard).toEqual(['mute', 'pauseVideo', 'unMute']);
  await page.keyboard.press('m');
  await expect.poll(heard).toEqual(['mute', 'pauseVideo', 'unMute', 'mute']);
  await end();
});
