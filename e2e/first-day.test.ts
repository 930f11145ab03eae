import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { desktop, expectWell, go, phone, visit, widths } from './visit.ts';

/** What the pages of a community without anything show: what will stand there, and no tools for what is not there. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

const drops = (page: Page) => page.getByRole('main').locator('svg[data-mood]').filter({ visible: true });

describe.each([
  ['/admin/payments', 'No hay pagos', '?search=nadie'],
  ['/admin/store', 'Aún no hay pedidos', '?search=nadie'],
  ['/admin/audit', 'Todavía no hay nada', '?q=nadie'],
])('%s before the first entry', (path, says, search) => {
  it('has no filters, which come with a search in the address', async () => {
    const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
    await go(page, path);
    await page.getByText(says, { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('search').count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: /CSV/ }).count()).toBe(0);
    await expectWell(page, widths);
    await go(page, `${path}${search}`);
    await page.getByRole('search').waitFor();
    await end();
  });
});

it('the cup before its first board offers neither to share it nor to look a row up', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/ranking');
  await page.getByText('No hay datos disponibles todavía').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Compartir' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: '¿Estás en la copa?' }).count()).toBe(0);
  await expectWell(page, widths);
  await end();
});

it('the feed before its first video has no filters, and leads a teacher to where they propose one', async () => {
  const student = await visit(site, desktop, await site.person());
  await go(student.page, '/feed');
  await student.page.getByText('Todavía no hay videos').waitFor();
  await expect.poll(() => student.page.getByRole('complementary', { name: 'Filtros' }).count()).toBe(0);
  await student.end();
  const teacher = await visit(site, phone, await site.person({ role: 'teacher', verified: true }));
  await go(teacher.page, '/feed');
  await teacher.page.getByRole('main').getByRole('link', { name: 'Proponer un video' }).click();
  await teacher.page.waitForURL('**/feed/proposals');
  await teacher.end();
});

it('a teacher whom no student asked for a certificate reads so', async () => {
  const { page, end } = await visit(site, phone, await site.person({ role: 'teacher', verified: true }));
  await go(page, '/teacher/certificates');
  await page.getByRole('heading', { name: 'Nadie espera su certificado' }).waitFor();
  await expectWell(page);
  await end();
});

it('the dashboard of a newcomer shows one drop, and offers a video where there is no class', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/dashboard');
  const instead = page.getByRole('region', { name: 'Practica unos minutos con un video' });
  await instead.waitFor();
  await expect.poll(() => drops(page).count()).toBe(1);
  await expectWell(page, widths);
  await end();
});

it('a day without clubs takes one line where others follow', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person({ zone: 'UTC' });
  const club = {
    kind: 'club',
    title: 'Club de pasado mañana',
    description: 'Hablamos de lo que vimos.',
    createdBy: teacher.id,
  } as const;
  const startsAt = new Date(Date.now() + 48 * 60 * 60_000);
  const { id } = await site.db
    .insertInto('classes')
    .values({ ...club, startsAt, language: 'en', level: 'basic' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { page, end } = await visit(site, phone, student);
  await go(page, '/conversation-clubs');
  await page.getByText('Club de pasado mañana').first().waitFor();
  await page.getByText('No hay clubes de conversación programados para hoy').waitFor();
  await expect.poll(() => drops(page).count()).toBe(0);
  await expectWell(page, widths);
  await end();
  await site.db.deleteFrom('classes').where('id', '=', id).execute();
});
