import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedVideos } from '#seed/seed-videos.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { go, phone, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
  await seedVideos(await site.ctxFor());
});
afterAll(() => site.close());

/** Whether a finger that comes down so far from the middle of a button still meets it, in each direction. */
const reaches = (button: Locator, [across, down]: readonly [number, number]) =>
  button.evaluate(
    (element, [across, down]) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const meets = (dx: number, dy: number) =>
        element.contains(document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy));
      return meets(across, 0) && meets(-across, 0) && meets(0, down) && meets(0, -down);
    },
    [across, down] as const,
  );

it('small buttons answer to a finger over 44 pixels: the menu, a password’s eye, and those in a line of a video', async () => {
  const { page, end } = await visit(site, phone);
  await go(page, '/auth');
  const eye = page.getByRole('button', { name: 'Mostrar u ocultar la contraseña' });
  await expect.poll(() => reaches(eye, [21, 21])).toBe(true);
  await expect.poll(() => reaches(page.getByRole('button', { name: 'Abrir el menú' }), [21, 21])).toBe(true);
  await end();

  const member = await visit(site, phone, await site.person());
  await go(member.page, '/feed');
  await expect
    .poll(() => reaches(member.page.getByRole('button', { name: 'Abrir el menú' }), [21, 21]))
    .toBe(true);
  // They stand beside each other: there is more room above and below.
  for (const name of ['No me interesa este video', /^Reportar el video/]) {
    await expect.poll(() => reaches(member.page.getByRole('button', { name }).first(), [11, 21])).toBe(true);
  }
  await member.end();
});
