import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { goodPassword, personWithPassword } from '../../src/testing/sign-in.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a person downloads a copy of their data, after their password', async () => {
  const person = await personWithPassword(site);
  const longAgo = new Date(Date.now() - 3_600_000);
  await site.db.updateTable('sessions').set({ createdAt: longAgo }).where('userId', '=', person.id).execute();
  const { page, end } = await visit(site, phone, person);
  await go(page, '/profile');
  const part = page.getByRole('region', { name: 'Tus datos' });
  const download = part.getByRole('button', { name: 'Descargar mis datos' });
  await seeFailureToast(
    page,
    { of: '**/api/privacy/export', says: 'No se pudieron descargar tus datos' },
    () => download.click(),
  );
  await download.click();
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' });
  await dialog.waitFor();
  await expectWell(page);
  await dialog.getByLabel(/^Contraseña/).fill('no-es-esta');
  await dialog.getByRole('button', { name: 'Descargar mis datos' }).click();
  await dialog.getByText('La contraseña no es correcta.').waitFor();
  await dialog.getByLabel(/^Contraseña/).fill(goodPassword);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Descargar mis datos' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('sumi.zip');
  const files = unzipSync(new Uint8Array(await readFile(await file.path())));
  expect(Buffer.from(files['data/account.json'] ?? []).toString()).toContain(person.email);
  await dialog.waitFor({ state: 'detached' });
  await end();
});

it('a person reads what they would lose and deletes their account', async () => {
  const person = await personWithPassword(site, { coins: 320 });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Eliminar mi cuenta' });
  await dialog.getByText('320 sumicoins').waitFor();
  await expectWell(page);
  const confirm = dialog.getByRole('button', { name: 'Eliminar para siempre' });
  await dialog.getByLabel(/Escribe tu correo/).fill('otra@example.org');
  await dialog.getByLabel(/^Contraseña/).fill('no-es-esta');
  await confirm.click();
  await dialog.getByText('Lo que escribiste no es el correo de tu cuenta. Escríbelo de nuevo.').waitFor();
  await dialog.getByLabel(/Escribe tu correo/).fill(person.email);
  await seeFailureToast(page, { of: '**/api/privacy/deletion', says: 'No se pudo eliminar tu cuenta' }, () =>
    confirm.click(),
  );
  await confirm.click();
  await dialog.getByText('La contraseña no es correcta.').waitFor();
  await dialog.getByLabel(/^Contraseña/).fill(goodPassword);
  await confirm.click();
  await page.getByRole('status').getByText('Tu cuenta se eliminó.').waitFor();
  await expectWell(page);
  await go(page, '/profile');
  await page.waitForURL(/\/auth/);
  await end();
});

it('the only administrator is told what to do before deleting their account', async () => {
  const other = await newSite();
  const admin = await personWithPassword(other, { role: 'admin' });
  const { page, end } = await visit(other, phone, admin);
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await page.getByRole('dialog').getByText('Antes hay algo que hacer').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Eliminar para siempre' }).count()).toBe(0);
  await expectWell(page);
  await end();
  await other.close();
});
