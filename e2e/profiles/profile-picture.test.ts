import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

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

it('a student uploads a picture, sees it everywhere, and removes it', async () => {
  const person = await site.person({ name: 'zoé Ruiz' });
  const { page, end } = await visit(site, phone, person);
  const letter = page.locator('header').getByText('Z', { exact: true });
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/avatar')) sent.push(request.postDataBuffer()?.length ?? 0);
  });
  await go(page, '/profile');
  await letter.waitFor();
  const photo = { width: 4000, height: 3000, channels: 3, background: '#cc8855' } as const;
  const picture = await sharp({ create: photo }).jpeg().toBuffer();
  const failed = { of: '**/avatar', says: 'No se pudo actualizar la foto' };
  await seeFailureToast(page, failed, () => choose(page, picture));
  await page.getByRole('button', { name: 'Agregar foto' }).waitFor();
  await expect.poll(() => page.locator('main img[src^="blob:"]').count()).toBe(0);
  await choose(page, picture);
  await page.getByText('Foto actualizada').waitFor();
  // A phone's photo goes out small: connections are slow.
  for (const bytes of sent) expect(bytes).toBeLessThan(100_000);
  const inTheBar = page.locator('header img');
  await letter.waitFor({ state: 'detached' });
  await expect.poll(() => inTheBar.getAttribute('src')).toMatch(/^\/media\/people\/[0-9a-f]{32}\.webp$/);
  await expect.poll(() => inTheBar.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
  await expectWell(page);

  await choose(page, Buffer.from('<!doctype html>'));
  await page.getByText('No pudimos leer esa imagen. Prueba con otra, en PNG, JPG o WebP.').waitFor();
  expect(sent).toHaveLength(2);

  const remove = () => page.getByRole('button', { name: 'Quitar imagen' }).click();
  await seeFailureToast(page, failed, remove);
  await page.getByRole('button', { name: 'Cambiar foto' }).waitFor();
  await remove();
  await page.getByText('Quitamos tu imagen').waitFor();
  await page.getByRole('button', { name: 'Agregar foto' }).waitFor();
  await inTheBar.waitFor({ state: 'detached' });
  await letter.waitFor();
  await end();
});

it('a kid chooses a drawing instead of a photograph, sees it in the bar, and removes it', async () => {
  const { page, end } = await visit(site, phone, await site.person({ ageGroup: 'kid' }));
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Elegir un dibujo' }).click();
  await expect.poll(() => page.getByRole('button', { name: /foto/ }).count()).toBe(0);
  const dialog = page.getByRole('dialog', { name: 'Elige tu dibujo' });
  const drawing = dialog.getByRole('button', { name: 'Ajolote' });
  await expect
    .poll(() => drawing.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expectWell(page);
  const failed = { of: '**/portrait', says: 'No se pudo cambiar tu dibujo' };
  await seeFailureToast(page, failed, () => drawing.click());
  await expect.poll(() => drawing.getAttribute('aria-pressed')).toBe('false');
  await drawing.click();
  await page.getByText('¡Te queda genial!').waitFor();
  const inTheBar = page.locator('header img');
  await expect.poll(() => inTheBar.getAttribute('src')).toBe('/media/portraits/axolotl.svg');
  await page.getByRole('button', { name: 'Elegir un dibujo' }).click();
  await expect.poll(() => drawing.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Quitar imagen' }).click();
  await inTheBar.waitFor({ state: 'detached' });
  await end();
});
