import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, tryAgain, visit } from '../visit.ts';

const crowd = Array.from({ length: 119 }, (_, n) => `Gente Paz,gente${n},,English,1,${9000 - n}`);

let site: Site;
let admin: Person;
beforeAll(async () => {
  site = await newSite();
  admin = await site.person({ role: 'admin', name: 'Olga' });
});
afterAll(() => site.close());

async function publish(lines: string[]): Promise<void> {
  const file = ['Full name,Username,Email,Language,Streak,Total XP', ...lines].join('\n');
  const sent = await site.request(
    admin,
    'POST',
    '/api/cup/imports?season=2026-11',
    new TextEncoder().encode(file),
    { 'content-type': 'text/csv' },
  );
  const { boardId } = await sent.json();
  await site.request(admin, 'POST', `/api/cup/imports/${boardId}/commit`);
}

it('a student claims their row, an administrator confirms it, and it stays in sight; then the student hides', async () => {
  await publish([...crowd, 'Ximena Ruiz,xime,,French,99,5']);
  const person = await site.person({ name: 'Ximena' });
  const mine = await visit(site, phone, person);
  await go(mine.page, '/ranking');
  await mine.page.getByRole('button', { name: '¿Estás en la copa?' }).click();
  const dialog = mine.page.getByRole('dialog');
  await dialog.getByLabel('Usuario').fill('nadie');
  await dialog.getByRole('button', { name: 'Soy yo', exact: true }).click();
  await dialog.getByText('No encontramos ese usuario en el ranking publicado.').waitFor();
  await expectWell(mine.page);
  await dialog.getByLabel('Usuario').fill('XIME');
  await dialog.getByRole('button', { name: 'Soy yo', exact: true }).click();
  await dialog.getByText('Estamos confirmando que eres tú').waitFor();
  await mine.page.keyboard.press('Escape');
  await expect.poll(() => mine.page.locator('li[data-position]').count()).toBe(50);

  const organiser = await visit(site, phone, admin);
  // The overview leads to the claims themselves, which are below the form of the import.
  await go(organiser.page, '/admin');
  await organiser.page.getByRole('link', { name: /fila de la copa por confirmar/ }).click();
  await organiser.page.getByText('Dice que es xime').waitFor();
  const claims = organiser.page.getByRole('region', { name: '¿De quién es cada fila?' });
  const top = () =>
    claims.getByRole('heading', { level: 2 }).evaluate((title) => title.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(400);
  expect(await top()).toBeGreaterThan(0);
  await organiser.page.getByText('Ximena Ruiz · Francés · 5 XP').waitFor();
  await expectWell(organiser.page);
  const confirm = () => organiser.page.getByRole('button', { name: 'Confirmar: Ximena, xime' }).click();
  const undecided = { of: '**/confirm', says: 'No se pudo decidir la petición' };
  await seeFailureToast(organiser.page, undecided, confirm);
  await confirm();
  await organiser.page.getByText('Fila confirmada').waitFor();

  // The page was not reloaded: the row is pinned below, though its page of the list has not been read.
  const pinned = mine.page.getByRole('region', { name: 'Tu puesto en la copa' });
  await pinned.getByText('Tú · Ximena R.').waitFor();
  await mine.page.getByRole('button', { name: 'Vas en el puesto 120' }).waitFor();
  await expectWell(mine.page);
  await mine.page.getByText('Racha en Duolingo', { exact: true }).first().click();
  await pinned.waitFor({ state: 'detached' });
  const row = mine.page.getByRole('listitem').filter({ hasText: 'Ximena R.' });
  await row.getByText('Tú', { exact: true }).waitFor();
  await expectWell(mine.page);
  // Far below, it is pinned above, and leads back.
  await expect
    .poll(async () => {
      await mine.page.mouse.move(phone / 2, 400);
      await mine.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return pinned.count();
    })
    .toBe(1);
  await pinned.getByRole('button').click();
  await pinned.waitFor({ state: 'detached' });

  const visitor = await visit(site, phone);
  await go(visitor.page, '/ranking?order=streak');
  await visitor.page.getByText('Ximena R.').waitFor();
  await mine.page.getByRole('button', { name: /^Vas en el/ }).click();
  const hide = dialog.getByRole('switch', { name: 'Aparecer con un alias' });
  const notKept = 'No se pudo cargar o guardar tu puesto';
  await seeFailureToast(mine.page, { of: '**/api/cup/visibility', says: notKept }, () => hide.click());
  await expect.poll(() => hide.isChecked()).toBe(false);
  await hide.click();
  await visitor.page.getByText('Ximena R.').waitFor({ state: 'detached' });
  await expect
    .poll(() => visitor.page.locator('li[data-position="1"]').textContent())
    .toMatch(/\p{Lu}\p{L}+( \p{L}+)* \d{2,3}/u);
  await visitor.end();

  // And what was given can be taken back.
  await organiser.page.getByText('Confirmadas', { exact: true }).click();
  // The choice is in the address.
  await organiser.page.getByRole('button', { name: 'Quitar: Ximena, xime' }).waitFor();
  await organiser.page.reload();
  await organiser.page.getByRole('button', { name: 'Quitar: Ximena, xime' }).click();
  await organiser.page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
  await organiser.page.getByText('Aún no has confirmado ninguna').waitFor();
  await organiser.end();
  await mine.end();
});

it('a member whose Duolingo user name changed claims the new one, and an administrator reads the old one beside it', async () => {
  const nora = await site.person({ name: 'Nora' });
  const old = { userId: nora.id, username: 'nora', status: 'confirmed' as const, decidedAt: new Date() };
  await site.db.insertInto('cupClaims').values(old).execute();
  await publish([...crowd, 'Nora Gil,nora26,,French,9,5']);
  const mine = await visit(site, phone, nora);
  await go(mine.page, '/ranking');
  await mine.page.getByRole('button', { name: '¿Estás en la copa?' }).click();
  const dialog = mine.page.getByRole('dialog');
  await dialog.getByText('nora no está en el ranking actual.').waitFor();
  await expectWell(mine.page);
  await dialog.getByLabel('Usuario').fill('nora26');
  await dialog.getByRole('button', { name: 'Soy yo', exact: true }).click();
  await dialog.getByText('Estamos confirmando que eres tú').waitFor();
  // The old user name is theirs meanwhile.
  await dialog.getByText('Confirmamos que nora eres tú.').waitFor();

  const organiser = await visit(site, phone, admin);
  await go(organiser.page, '/admin/ranking');
  await organiser.page.getByText('Ya confirmado como suyo: nora.').waitFor();
  await expectWell(organiser.page);
  await organiser.page.getByRole('button', { name: 'Confirmar: Nora, nora26' }).click();
  await dialog.getByText('Confirmamos que nora26 eres tú.').waitFor();
  await organiser.end();
  await mine.end();
});

it('a reason that was typed for a rejected claim is still there when the rejection fails', async () => {
  await publish([...crowd, 'Bruno Ruiz,bru,,French,9,5']);
  const person = await site.person({ name: 'Bruno' });
  expect((await site.request(person, 'POST', '/api/cup/claims', { username: 'bru' })).status).toBe(200);
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/ranking');
  await page.getByRole('button', { name: 'Rechazar: Bruno, bru' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Rechazar la petición?' });
  const reason = dialog.getByLabel(/^Motivo/);
  await reason.fill('Ese usuario es de otra persona.');
  const reject = () => dialog.getByRole('button', { name: 'Rechazar' }).click();
  await seeFailureToast(page, { of: '**/reject', says: 'No se pudo decidir la petición' }, reject);
  await expect.poll(() => reason.inputValue()).toBe('Ese usuario es de otra persona.');
  await reject();
  await page.getByText('Petición rechazada').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await end();
});

it('a kid is told that they always have an alias', async () => {
  const { page, end } = await visit(site, phone, await site.person({ ageGroup: 'kid' }));
  await go(page, '/ranking');
  await page.getByRole('button', { name: '¿Estás en la copa?' }).click();
  await page.getByText('Para cuidarte, siempre apareces con un alias.').waitFor();
  const hide = page.getByRole('switch', { name: 'Aparecer con un alias' });
  await expect.poll(() => hide.isChecked()).toBe(true);
  await expect.poll(() => hide.isDisabled()).toBe(true);
  await expectWell(page);
  await end();
});

it('unknown headers are assigned by hand; what was left out and what was published can be downloaded; claims that do not load say so, and one’s own position that does not', async () => {
  const { page, end } = await visit(site, phone, admin, { mayBreak: true });
  const refused = { status: 403, json: { code: 'x/y', message: '', requestId: 'r-1' } };
  await route(page, '**/api/cup/claims?*', (route) => route.fulfill(refused));
  await go(page, '/admin/ranking');
  await page.getByText('No se pudieron cargar las peticiones').waitFor();
  await expectWell(page);
  await unroute(page, '**/api/cup/claims?*');
  await tryAgain(page);
  await page.getByText('No hay nada por confirmar').waitFor();

  await page.locator('input[type=file]').setInputFiles({
    name: 'raro.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Puntos,Apodo,Quién es,Días\n900,ana,Ana Ruiz,7\n800,=beto,Beto Paz,3\n5,,=Sin apodo,1\n',
    ),
  });
  await page.getByRole('button', { name: 'Revisar archivo' }).click();
  await page.getByText('No reconocimos los encabezados', { exact: false }).waitFor();
  await page.getByLabel('Nombre completo').selectOption({ label: 'Quién es' });
  await page.getByText('Elegiste el mismo encabezado para dos columnas.').waitFor();
  await page.getByLabel('Correo').selectOption({ label: 'No está en el archivo' });
  await page.getByLabel('XP total').selectOption({ label: 'Puntos' });
  await page.getByLabel('Salón').selectOption({ label: 'No está en el archivo' });
  await page.getByLabel('Racha').selectOption({ label: 'Días' });
  await expectWell(page);
  await page.getByRole('button', { name: 'Volver a leer el archivo' }).click();
  await page.getByText('No reconocimos los encabezados', { exact: false }).waitFor({ state: 'detached' });
  // On a phone the lines that were read are folded.
  await page.getByText('Así leímos los primeros 2 registros').click();
  await page.getByRole('cell', { name: 'Ana Ruiz' }).waitFor();

  const [left] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar las filas rechazadas' }).click(),
  ]);
  expect(await readFile(await left.path(), 'utf8')).toContain('4,Sin usuario,"5,,=Sin apodo,1"');

  await page.getByRole('button', { name: 'Publicar 2 registros' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByText('Ranking publicado').first().waitFor();
  await page.getByText('2 participantes · 1 fila rechazada').waitFor();
  const [board] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /^Descargar CSV/ })
      .first()
      .click(),
  ]);
  expect(await readFile(await board.path(), 'utf8')).toContain("Beto Paz,'=beto,");

  await route(page, '**/api/cup/own', (route) => route.abort());
  await go(page, '/ranking');
  await page.getByRole('main').getByRole('button', { name: '¿Estás en la copa?' }).click();
  await page.getByRole('dialog').getByText('No hay conexión.', { exact: false }).waitFor();
  await unroute(page, '**/api/cup/own');
  await tryAgain(page.getByRole('dialog'));
  await page.getByRole('switch', { name: 'Aparecer con un alias' }).waitFor();
  await end();
});
