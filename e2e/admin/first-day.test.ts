import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, settle, visit, widths } from '../visit.ts';

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
  ['/admin/audit', 'Todavía no hay nada', '?search=nadie'],
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

describe.each([
  ['/conversation-clubs', 'No hay clubes de conversación programados para hoy', '?level=basic'],
  ['/calendar', 'No hay clubes de conversación programados para esta semana', '?level=basic'],
  ['/classes?tab=upcoming', 'No hay clases disponibles en este momento', '&level=basic'],
  ['/admin/videos', 'No hay videos por revisar', '?search=nadie'],
  ['/admin/teachers', 'No hay solicitudes pendientes', '?search=nadie'],
])('%s of a community where nothing is to be found', (path, says, chosen) => {
  it('shows no filters, also not while it loads, and keeps those that an address has chosen', async () => {
    const isAdmin = path.startsWith('/admin');
    // Without a chosen language, students see those that they learn.
    const person = await site.person(isAdmin ? { role: 'admin' } : { languages: ['ko'] });
    const { page, end } = await visit(site, phone, person);
    const filters = page.getByRole('search').or(page.getByRole('searchbox'));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const lists = /\/api\/(classes|videos\/moderation|teachers\/applications)(\/today)?(\?|$)/;
    await route(page, lists, async (call) => {
      await held;
      await call.fallback();
    });
    await go(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main .mantine-Skeleton-root').first().waitFor();
    await expect.poll(() => filters.filter({ visible: true }).count()).toBe(0);
    release();
    await page.getByText(says, { exact: true }).waitFor();
    await expect.poll(() => filters.count()).toBe(0);
    await expectWell(page, widths);
    await unroute(page, lists);
    await go(page, `${path}${chosen}`);
    await filters.first().waitFor();
    await end();
  });
});

it('a student whose languages no class is in keeps the filters, which show those in other languages', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title: 'Club de inglés',
      description: 'Hablamos de lo que vimos.',
      createdBy: teacher.id,
      startsAt: new Date(Date.now() + 60 * 60_000),
      language: 'en',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { page, end } = await visit(site, phone, await site.person({ languages: ['ko'] }));
  for (const path of ['/conversation-clubs', '/calendar', '/classes?tab=upcoming']) {
    await go(page, path);
    await page.getByRole('button', { name: 'Ver todos' }).click();
    await page.getByText('Club de inglés').first().waitFor();
  }
  await end();
  await site.db.deleteFrom('classes').where('id', '=', id).execute();
});

it('an administrator comes from the first steps to the forms of a first video and a first channel', async () => {
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  const openStep = async () => {
    await go(page, '/admin');
    const step = page.getByRole('listitem').filter({ hasText: 'Publica el primer video' });
    await step.getByRole('link', { name: 'Abrir' }).click();
  };
  await openStep();
  await page.getByRole('main').getByRole('link', { name: 'Agregar un canal' }).click();
  await page.getByRole('tab', { name: 'Canales', selected: true }).waitFor();
  await openStep();
  await page.getByRole('main').getByRole('link', { name: 'Proponer un video' }).click();
  await page.waitForURL('**/feed/proposals');
  await end();
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

it('the feed before its first video has no filters, also not while it loads, and leads a teacher to where they propose one', async () => {
  const student = await visit(site, desktop, await site.person());
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  await route(student.page, /\/api\/videos(\?|$)/, async (call) => {
    ask();
    await held;
    await call.fallback();
  });
  const filters = student.page.getByRole('complementary', { name: 'Filtros' });
  await go(student.page, '/feed');
  await isAsked;
  await settle(student.page);
  await expect.poll(() => filters.count()).toBe(0);
  release();
  await student.page.getByText('Todavía no hay videos').waitFor();
  await expect.poll(() => filters.count()).toBe(0);
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
