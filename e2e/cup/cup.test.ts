import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectToShare } from '../share.ts';
import { desktop, expectWell, go, phone, tryAgain, visit } from '../visit.ts';

const fixtures = path.join(import.meta.dirname, '../../src/testing/ranking-files');

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it('an administrator imports the cup; every open ranking follows without a reload', async () => {
  const reader = await visit(site, desktop);
  await go(reader.page, '/ranking');
  await reader.page.getByText('No hay datos disponibles todavía').waitFor();
  // There is nothing to filter yet.
  const languages = reader.page.getByRole('group', { name: 'Idioma' });
  await expect.poll(() => languages.count()).toBe(0);

  const admin = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(admin.page, '/admin/ranking');
  const steps = admin.page.getByRole('region', { name: 'Importar CSV' }).locator('ol > li');
  await expect.poll(() => steps.count()).toBe(4);
  for (const file of ['tool-export.csv', 'seventeen-columns.csv']) {
    await admin.page.locator('input[type=file]').setInputFiles(path.join(fixtures, file));
    await admin.page.getByRole('button', { name: 'Revisar archivo' }).click();
    await admin.page.getByRole('heading', { name: /^Revisión/ }).waitFor();
    await expectWell(admin.page);
    await admin.page.getByRole('button', { name: /^Publicar \d/ }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
    await admin.page.getByText('Ranking publicado').first().waitFor();
    await admin.page
      .getByText(/^Se importaron \d+ registros\.$/)
      .first()
      .waitFor();

    const [first] = await site.db
      .selectFrom('duolingoRankings')
      .innerJoin('cupBoards', 'cupBoards.id', 'duolingoRankings.boardId')
      .select(['fullName', 'totalExp'])
      .where('cupBoards.status', '=', 'live')
      .orderBy('xpPosition')
      .limit(1)
      .execute();
    const figure = new Intl.NumberFormat('es-MX').format(first?.totalExp ?? 0);
    await reader.page.getByText(figure).first().waitFor();
    // The next file's toast is not this one.
    const toast = admin.page.getByRole('region', { name: 'Notifications' });
    await toast.getByRole('button', { name: 'Cerrar' }).first().click();
    await admin.page.getByText('Ranking publicado').first().waitFor({ state: 'detached' });
  }
  for (const position of [1, 2, 3]) {
    await reader.page.locator(`li[data-position="${position}"] svg[data-position="${position}"]`).waitFor();
  }
  await expect.poll(() => reader.page.locator('li svg[data-position]').count()).toBe(3);
  await expectWell(reader.page);
  await admin.end();
  await reader.end();
});

it('the ranking shows a visitor no more of a person than a first name and an initial, is ordered by XP, offers the nine languages of the cup, and narrows to the chosen one', async () => {
  const { page, end } = await visit(site, desktop);
  // The file of this community has all nine; the filter offers them without it as well.
  await route(page, /\/api\/cup\?/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), languages: [] } });
  });
  await go(page, '/ranking');
  const lines = page.locator('li[data-position]');
  await lines.nth(9).waitFor();
  const shown = await page.evaluate(() => document.body.textContent);
  const file = readFileSync(path.join(fixtures, 'seventeen-columns.csv'), 'utf8');
  for (const [, email] of file.matchAll(/([\w.+-]+@[\w.-]+)/g)) expect(shown).not.toContain(email);
  const surnames = [...file.matchAll(/^"?\p{L}+ (\p{L}{4,})/gmu)].map(([, surname]) => surname ?? '');
  expect(surnames.length).toBeGreaterThan(0);
  for (const surname of surnames) expect(shown).not.toContain(surname);
  const figures = (await lines.locator('[data-figure="xp"]').allTextContents()).map((text) =>
    Number(text.replaceAll(/\D/g, '')),
  );
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
  const filter = page.getByRole('group', { name: 'Idioma' });
  const nine = [
    'Alemán',
    'Inglés',
    'Español',
    'Esperanto',
    'Francés',
    'Italiano',
    'Coreano',
    'Ruso',
    'Árabe',
  ];
  for (const language of nine) {
    await expect
      .poll(() => filter.getByRole('radio', { name: language }).count(), { message: language })
      .toBe(1);
  }
  await filter.getByText('Coreano').click();
  await page.waitForURL('**/ranking?language=ko');
  await expect.poll(() => lines.filter({ hasNotText: 'Coreano' }).count()).toBe(0);
  await lines.first().waitFor();
  await expectToShare(page, { title: 'Copa', address: `${site.url}/ranking` });
  await end();
});

it('a file that cannot be imported says so, and a board that does not load says so until it is asked again', async () => {
  const admin = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(admin.page, '/admin/ranking');
  await admin.page.locator('input[type=file]').setInputFiles({
    name: 'foto.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
  });
  await seeToast(admin.page, 'No se pudo importar el CSV', () =>
    admin.page.getByRole('button', { name: 'Revisar archivo' }).click(),
  );
  await admin.page.getByText('Esto no parece un CSV.', { exact: false }).waitFor();
  await expectWell(admin.page);
  await admin.end();

  const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
  await route(page, /\/api\/cup\?/, (route) => route.abort());
  await go(page, '/ranking');
  const message = 'No se pudieron cargar los rankings';
  await page.getByRole('main').getByText(message).waitFor();
  await page.getByRole('region', { name: 'Notifications' }).getByText(message).first().waitFor();
  await unroute(page, /\/api\/cup\?/);
  await tryAgain(page.getByRole('main'));
  await page.getByRole('main').getByText(message).waitFor({ state: 'detached' });
  await end();
});

it('an administrator imports the files of several classrooms at once, and is told who leaves before publishing', async () => {
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/ranking');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page
    .locator('input[type=file]')
    .setInputFiles([
      file('salon-a.csv', 'Full name,Username,Language,Total XP,Liga\nAna Ruiz,ana,English,"1,200",Oro\n'),
      file(
        'salon-b.csv',
        'Full name,Username,Language,Total XP\nAna Ruiz,ana,English,-5\n김민서,minseo,Korean,70\n',
      ),
    ]);
  await page.getByText('salon-a.csv · salon-b.csv').waitFor();
  const months = page.getByLabel('Mes de los datos').locator('option');
  const chosen = (await months.nth(3).getAttribute('value')) ?? '';
  const before = new TextEncoder().encode('Full name,Username\nVieja Paz,vieja\n');
  const sent = await site.request(admin, 'POST', `/api/cup/imports?season=${chosen}`, before, {
    'content-type': 'text/csv',
  });
  await site.request(admin, 'POST', `/api/cup/imports/${(await sent.json()).boardId}/commit`);
  await page.getByLabel('Mes de los datos').selectOption(chosen);
  await page.getByRole('button', { name: 'Revisar archivo' }).click();
  await page.getByText('salon-b.csv: 1 fila', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Leídos de otra forma' })
    .getByRole('cell', { name: '-5' })
    .waitFor();
  await page
    .getByRole('region', { name: 'En varios archivos' })
    .getByRole('cell', { name: 'ana', exact: true })
    .waitFor();
  await page.getByText('que guardamos aparte: Liga', { exact: false }).waitFor();
  await page.getByRole('region', { name: 'Publicado ahora' }).waitFor();
  await page
    .getByRole('region', { name: 'Con estos archivos' })
    .getByText('Ana Ruiz · Inglés · 1,200 XP')
    .waitFor();
  await expectWell(page);
  // Discarding goes back to the form, with the same files and month, which only has to be corrected.
  await page.getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('salon-a.csv · salon-b.csv').waitFor();
  await expect.poll(() => page.getByLabel('Mes de los datos').inputValue()).toBe(chosen);
  await page.getByRole('button', { name: 'Revisar archivo' }).click();
  await page.getByRole('button', { name: 'Publicar 2 registros' }).click();
  await page
    .getByRole('dialog')
    .getByText(/\(100\s?% de quienes están hoy\)/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByText('Se importaron 2 registros.').waitFor();
  await end();
});

it('a file that could not be read again keeps the draft that was reviewed, which can still be published', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }), { mayBreak: true });
  await go(page, '/admin/ranking');
  await page.locator('input[type=file]').setInputFiles({
    name: 'salon.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Full name,Username,Language,Total XP\nEva Lara,eva,English,90\n'),
  });
  await page.getByRole('button', { name: 'Revisar archivo' }).click();
  await page.getByText('Ver cómo leímos las columnas').click();
  await page.getByLabel('XP total').selectOption({ label: 'No está en el archivo' });
  await route(page, '**/api/cup/imports?*', (route) => route.abort());
  await seeToast(page, 'No se pudo importar el CSV', () =>
    page.getByRole('button', { name: 'Volver a leer el archivo' }).click(),
  );
  await page.getByRole('button', { name: 'Publicar 1 registro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByText('Ranking publicado').waitFor();
  await end();
});
