import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { expectWell, phone, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Agregar|Cambiar) foto$/ }).click();
  await (await asked).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });
}

it('somebody gives themselves a picture, sees it everywhere, and takes it away', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person);
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/avatar')) sent.push(request.postDataBuffer()?.length ?? 0);
  });
  await page.goto('/profile');
  const photo = { width: 4000, height: 3000, channels: 3, background: '#cc8855' } as const;
  await choose(page, await sharp({ create: photo }).jpeg().toBuffer());
  await page.getByText('Foto actualizada').waitFor();
  // A phone's photo goes out small: connections are slow.
  expect(sent[0]).toBeLessThan(100_000);
  const inTheBar = page.locator('header img');
  expect(await inTheBar.getAttribute('src')).toMatch(/^\/media\/people\/[0-9a-f]{32}\.webp$/);
  await expect.poll(() => inTheBar.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
  await expectWell(page);

  await choose(page, Buffer.from('<!doctype html>'));
  await page.getByText('No pudimos leer esa imagen. Prueba con otra, en PNG, JPG o WebP.').waitFor();
  expect(sent).toHaveLength(1);

  await page.getByRole('button', { name: 'Quitar foto' }).click();
  await page.getByText('Quitamos tu foto').waitFor();
  await page.getByRole('button', { name: 'Agregar foto' }).waitFor();
  await inTheBar.waitFor({ state: 'detached' });
  await end();
});

it('kids are not offered one', async () => {
  const { page, end } = await visit(site, phone, await site.person({ ageGroup: 'kid' }));
  await page.goto('/profile');
  await page.getByText('Información personal').waitFor();
  expect(await page.getByRole('button', { name: /foto/ }).count()).toBe(0);
  await end();
});
