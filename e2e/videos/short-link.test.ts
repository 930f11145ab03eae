import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { startVideoSources, type VideoSourcesStandIn } from '../../src/testing/stand-ins/video-sources.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let standIn: VideoSourcesStandIn;
let site: Site;
beforeAll(async () => {
  standIn = await startVideoSources();
  site = await newSite({ videoSources: standIn.sources });
});
afterAll(async () => {
  await site.close();
  await standIn.close();
});

it('a teacher proposes the video of a short link of TikTok, and reads that another one leads to none', async () => {
  const { page, end } = await visit(site, phone, await site.person({ role: 'teacher', verified: true }));
  const sourceUrl = 'https://www.tiktok.com/@profe.ana/video/7234567890123456789';
  standIn.links.set('/ZMabcdef/', `${sourceUrl}?_r=1`);
  await go(page, '/feed/proposals');
  const address = page.getByLabel('Dirección del video');
  const propose = page.getByRole('button', { name: 'Proponer', exact: true });
  await address.fill('https://vm.tiktok.com/ZMnothing/');
  await page.getByText('No encontramos un video en ese enlace corto.').waitFor();
  await expect.poll(() => propose.isDisabled()).toBe(true);
  await expectWell(page);
  await address.fill('https://vm.tiktok.com/ZMabcdef/');
  await page.getByText('tiktok.com/@profe.ana/video/7234567890123456789').waitFor();
  await page.getByLabel('Título').fill('Tres saludos');
  for (const [label, option] of [
    ['Idioma', 'Inglés'],
    ['Nivel', 'Principiante'],
  ] as const) {
    await page.locator('form input:not([type="hidden"])').and(page.getByLabel(label)).click();
    await page.getByRole('option', { name: option }).click();
  }
  await propose.click();
  await page.getByText('¡Gracias! Ya lo recibimos').waitFor();
  const stored = site.db.selectFrom('videos').select('sourceUrl');
  expect(await stored.execute()).toEqual([{ sourceUrl }]);
  await end();
});
