import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens the ways to pass on the address of a page with a title, and expects that each of them has the address. */
export async function expectToShare(page: Page, { title, address }: { title: string; address: string }) {
  await page.getByRole('button', { name: 'Compartir' }).click();
  const whatsapp = page.getByRole('menuitem', { name: 'Enviar por WhatsApp' });
  const message = async () => new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text');
  await expect.poll(message).toContain(address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('menuitem', { name: 'Copiar enlace' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.context().clearPermissions();
  await page.getByRole('button', { name: 'Compartir' }).click();
  await page.getByRole('menuitem', { name: 'Código QR' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('img', { name: `Código QR de ${title}` }).waitFor();
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await dialog.waitFor({ state: 'detached' });
}
