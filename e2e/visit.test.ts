import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { phone, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a visit after one that moved its clock has a clock that goes', async () => {
  const moved = await visit(site, phone);
  await moved.page.clock.install();
  await moved.page.goto('/auth');
  await moved.page.clock.pauseAt(Date.now() + 60_000);
  await moved.end();

  const { page, end } = await visit(site, phone);
  await page.goto('/auth');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1)));
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeLessThan(30_000);
  await end();
});
