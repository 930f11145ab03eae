import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { desktop, expectWell, visit } from './visit.ts';

const fixtures = path.join(import.meta.dirname, '../src/testing/ranking-files');

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it('an administrator imports the cup; every open ranking follows without a reload', async () => {
  const reader = await visit(site, desktop);
  await reader.page.goto('/ranking');
  await reader.page.getByText('No hay datos disponibles todavía').waitFor();
  await expectWell(reader.page);

  const admin = await visit(site, desktop, await site.person({ role: 'admin' }));
  await admin.page.goto('/admin/ranking');
  for (const file of ['tool-export.csv', 'seventeen-columns.csv']) {
    await admin.page.locator('input[type=file]').setInputFiles(path.join(fixtures, file));
    await admin.page.getByRole('button', { name: 'Revisar archivo' }).click();
    await admin.page.getByRole('heading', { name: /^Revisión/ }).waitFor();
    await expectWell(admin.page);
    await admin.page.getByRole('button', { name: /^Publicar \d/ }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
    await admin.page.getByText('Ranking publicado').first().waitFor();

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
    await admin.page.getByText('Ranking publicado').first().waitFor({ state: 'detached', timeout: 15_000 });
  }
  await expectWell(reader.page);
  await admin.end();
  await reader.end();
});

it('shows nobody more of a person than a first name and an initial', async () => {
  const { page, end } = await visit(site, desktop);
  await page.goto('/ranking');
  await page.getByRole('main').getByText('XP').first().waitFor();
  const shown = await page.evaluate(() => document.body.textContent);
  const file = readFileSync(path.join(fixtures, 'seventeen-columns.csv'), 'utf8');
  for (const [, email] of file.matchAll(/([\w.+-]+@[\w.-]+)/g)) expect(shown).not.toContain(email);
  const surnames = [...file.matchAll(/^"?\p{L}+ (\p{L}{4,})/gmu)].map(([, surname]) => surname ?? '');
  expect(surnames.length).toBeGreaterThan(0);
  for (const surname of surnames) expect(shown).not.toContain(surname);
  await end();
});
