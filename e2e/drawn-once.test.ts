import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass } from '../src/testing/class-scene.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { desktop, go, visit } from './visit.ts';
import { zoneFarFromMidnight } from './zone-far-from-midnight.ts';

/* What these journeys guarantee: an act, a hint or a part that arrives draws what it changes, and not the page. */

let site: Site;
let clubs: string[];
let zone: string;
beforeAll(async () => {
  site = await newSite();
  zone = zoneFarFromMidnight();
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

async function openClubs(page: Page): Promise<void> {
  await go(page, '/conversation-clubs');
  await expect.poll(() => cards(page).count()).toBe(clubs.length);
}

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
