import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { goodPassword, personWithPassword } from '../src/testing/sign-in.ts';
import { seeFailureToast } from './failure-toast.ts';
import { desktop, expectWell, phone, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it.each([phone, desktop])(
  'a person downloads a copy of their data, after their password (%o)',
  async (width) => {
    const person = await personWithPassword(site);
    const longAgo = new Date(Date.now() - 3_600_000);
    await site.db
      .updateTable('sessions')
      .set({ createdAt: longAgo })
      .where('userId', '=', person.id)
      .execute();
    const { page, end } = await visit(site, width, person);
    await page.goto('/profile');
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
    await expectWell(page);
    await end();
  },
);
