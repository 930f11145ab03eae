import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { expectWell, go, resize, tablet, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('an upright tablet shows an administrator both the calendar and the list of classes beside the menu', async () => {
  const { page, end } = await visit(site, tablet, await site.person({ role: 'admin' }));
  await go(page, '/admin/classes');
  for (const width of [tablet, 1000]) {
    await resize(page, width);
    const isWhole = () =>
      page
        .getByRole('radiogroup', { name: 'Cómo ver las clases' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    await expect.poll(isWhole, { message: `at ${width} px` }).toBe(true);
  }
  await expectWell(page, [tablet]);
  await end();
});
