import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { zoneFarFromMidnight } from '../classes/zone-far-from-midnight.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
let admin: Person;
beforeAll(async () => {
  site = await newSite();
  admin = await site.person({ role: 'admin' });
});
afterAll(async () => {
  await site.close();
});

const build = path.join(import.meta.dirname, '../../build/client');

async function linksOf(page: Page, group: string): Promise<[string, string][]> {
  const links = await page.getByRole('group', { name: group, exact: true }).getByRole('link').all();
  return Promise.all(
    links.map(
      async (link): Promise<[string, string]> => [
        ((await link.textContent()) ?? '').trim(),
        (await link.getAttribute('href')) ?? '',
      ],
    ),
  );
}

const administration = [
  ['Panel', '/admin'],
  ['Clases', '/admin/classes'],
  ['Estudiantes', '/admin/students'],
  ['Ranking', '/admin/ranking'],
  ['Pagos', '/admin/payments'],
];

it('the sidebar of the admin area has the specification’s five pages, further ones and the way back', async () => {
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin');
  await page.getByRole('navigation', { name: 'Secciones' }).waitFor();
  await expect.poll(() => page.locator('nav nav').count()).toBe(0);
  expect(await linksOf(page, 'Administración')).toEqual(administration);
  expect((await linksOf(page, 'Comunidad')).map(([, to]) => to)).toEqual([
    '/admin/teachers',
    '/admin/videos',
    '/admin/reports',
    '/admin/announcements',
    '/admin/store',
    '/admin/calendar',
    '/admin/audit',
  ]);
  expect(await linksOf(page, 'Navegación')).toEqual([['Vista Estudiante', '/dashboard']]);
  await page.getByRole('link', { name: 'Vista Estudiante' }).click();
  await page.waitForURL('**/dashboard');
  await end();
});

it('Control+b and Meta+b shrink the sidebar to icons and back, also after a reload, for seven days', async () => {
  const { context, page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/students');
  await page.getByLabel('Buscar').waitFor();
  const sidebar = page.getByRole('navigation').first();
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0);
  await expect.poll(width).toBe(256);
  for (const keys of ['Control+b', 'Meta+b']) {
    await page.keyboard.press(keys);
    await expect.poll(width).toBe(48);
    await page.keyboard.press(keys);
    await expect.poll(width).toBe(256);
  }
  await page.keyboard.press('Meta+b');
  await expect.poll(width).toBe(48);
  await expectWell(page, [desktop]);
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'sumi.sidebar');
  expect(cookie).toMatchObject({ value: 'collapsed', path: '/' });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  await page.reload();
  await page.getByLabel('Buscar').waitFor();
  await expect.poll(width).toBe(48);
  // Icons are links by name still, and their names show when they are pointed at.
  const students = page.getByRole('link', { name: 'Ranking' });
  await students.hover();
  await page.getByRole('tooltip', { name: 'Ranking' }).waitFor();
  await page.mouse.move(700, 500);
  await page.getByRole('button', { name: 'Ampliar el menú' }).click();
  await expect.poll(width).toBe(256);
  await end();
});

it('an unknown address under /admin leads to /admin, where every link of the sidebar can be reached by keyboard', async () => {
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/no-such-thing');
  await page.waitForURL('**/admin');
  await page.getByRole('heading', { name: 'Panel' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Panel' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Saltar al contenido');
  const reached = new Set<string>();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute('href') ?? ''));
  }
  for (const [, to] of administration) expect(reached).toContain(to);
  await page.getByRole('link', { name: 'Estudiantes' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/students');
  await end();
});

it('on a phone the sidebar slides out, 18rem wide, leads to a page and closes', async () => {
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin');
  await page.getByRole('button', { name: 'Abrir el menú' }).click();
  const menu = page.getByRole('dialog').filter({ has: page.getByRole('group', { name: 'Administración' }) });
  await menu.getByRole('link', { name: 'Estudiantes' }).waitFor();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(288);
  await expectWell(page, [phone]);
  await menu.getByRole('link', { name: 'Estudiantes' }).click();
  await page.waitForURL('**/admin/students');
  await menu.waitFor({ state: 'detached' });
  await end();
});

it('a visitor and a student are led away from the admin area; a verified teacher finds their classes only', async () => {
  const visitor = await visit(site, desktop);
  await go(visitor.page, '/admin/students');
  await visitor.page.waitForURL('**/auth');
  await visitor.end();
  const teacher = await site.person({ role: 'teacher', verified: true });
  for (const [person, paths] of [
    [await site.person(), ['/feed/proposals', '/admin/videos', '/admin/classes']],
    [await site.person({ role: 'teacher' }), ['/feed/proposals', '/admin/videos', '/admin/classes']],
    [teacher, ['/admin/students', '/admin/audit', '/admin']],
  ] as [Person, string[]][]) {
    const { page, end } = await visit(site, desktop, person);
    for (const path of paths) {
      await go(page, path);
      // `/` sends the signed-in on to the feed.
      await page.waitForURL('**/feed');
    }
    await end();
  }
  const { page, end } = await visit(site, desktop, teacher);
  await go(page, '/admin/classes');
  await page.getByRole('group', { name: 'Enseñar' }).waitFor();
  expect(await linksOf(page, 'Enseñar')).toEqual([
    ['Enseñar', '/teacher'],
    ['Clases que doy', '/admin/classes'],
  ]);
  expect((await linksOf(page, 'Navegación')).map(([, to]) => to)).toEqual(['/dashboard']);
  await page.getByRole('heading', { level: 1, name: 'Clases que doy' }).waitFor();
  await expect.poll(() => page.getByRole('group', { name: 'Comunidad' }).count()).toBe(0);
  await end();
});

it('each part of the overview that cannot be loaded says so without the others; in a new community it shows first steps instead of empty charts', async () => {
  const { page, end } = await visit(site, phone, admin);
  const parts = ['overview', 'trends', 'waiting'].map((part) => `**/api/admin/${part}`);
  for (const part of parts) {
    await route(page, part, (route) =>
      route.fulfill({ status: 403, json: { code: 'x/y', message: 'No.', requestId: '1' } }),
    );
  }
  await go(page, '/admin');
  await page.getByRole('heading', { name: 'No se pudo cargar el panel' }).waitFor();
  await page.getByRole('heading', { name: 'No se pudo cargar lo pendiente' }).waitFor();
  await page.getByRole('heading', { name: 'No se pudieron cargar las gráficas' }).waitFor();
  await expectWell(page);

  for (const part of parts) await unroute(page, part);
  await site.person();
  await go(page, '/admin/audit');
  await page.getByRole('heading', { level: 1, name: 'Panel' }).waitFor({ state: 'detached' });
  await go(page, '/admin');
  const steps = page.getByRole('region', { name: 'Primeros pasos' });
  await expect.poll(() => steps.getByRole('listitem').count()).toBe(4);
  await steps.getByRole('link', { name: 'Términos' }).waitFor();
  // One student is there already, and the others are still to be invited.
  const invite = steps.getByRole('listitem').filter({ hasText: 'Invita a tus estudiantes (listo)' });
  await invite.getByRole('button', { name: 'Copiar enlace de registro' }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Las últimas 12 semanas' }).count()).toBe(0);
  await expectWell(page);
  await end();
});

it('the overview counts, lists, draws, and says what waits, as it changes', async () => {
  await site.person({ name: 'Nora' });
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  const later = await insertClass(site.db, admin, { title: 'Mañana', startsAt });
  const { id } = await site.db
    .insertInto('classes')
    .values({
      title: 'Club de cine',
      description: 'Hablamos de cine.',
      kind: 'club',
      createdBy: admin.id,
      startsAt: new Date(Date.now() - 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db.updateTable('seatPrice').set({ currency: 'MXN' }).execute();
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/payments?search=nadie');
  // Without a payment that fits the sums are in the community's currency.
  await page
    .getByText(/^\$0\.00\sMXN$/)
    .first()
    .waitFor();
  await go(page, '/admin');
  const today = page.getByRole('region', { name: 'Hoy' });
  await today.getByRole('listitem').filter({ hasText: 'Club de cine' }).getByText('En vivo').waitFor();
  const figures = page.getByRole('list', { name: 'Cifras de la comunidad' });
  for (const label of ['Clases activas', 'Estudiantes en total', 'Ingresos del mes', 'Asistencia']) {
    await figures.getByText(label, { exact: true }).waitFor();
  }
  await figures.getByText(/^\$0\sMXN$/).waitFor();
  await page.getByRole('region', { name: 'Próximas clases' }).getByText('Mañana').waitFor();
  await page.getByRole('region', { name: 'Estudiantes recientes' }).getByText('Nora').waitFor();
  await page.getByText('Nadie ha pasado lista en 30 días').waitFor();
  // They are drawn once they are near.
  const trends = page.getByRole('heading', { name: 'Las últimas 12 semanas' });
  await expect.poll(() => page.locator('.recharts-surface').count()).toBe(0);
  await trends.scrollIntoViewIfNeeded();
  await page.locator('.recharts-surface').nth(3).waitFor();
  await expectWell(page);

  // The charts, and a table with the same twelve weeks for screen readers.
  const table = page.getByRole('table', { name: 'Las últimas 12 semanas' });
  await expect.poll(() => table.getByRole('row').count()).toBe(13);
  await page.getByText('Tabla', { exact: true }).click();
  await page.locator('.recharts-surface').first().waitFor({ state: 'detached' });
  await expectWell(page);
  // The choice is in the address.
  await page.reload();
  await page.getByRole('region', { name: 'Tabla' }).getByRole('row').first().waitFor();

  await site.person({ role: 'teacher' });
  // The calendar has a line and a page of its own.
  const failing = { attempts: 6, failingSince: new Date(), dueAt: new Date(Date.now() + 3600_000) };
  // The reminders of the two classes, which no server works on here.
  await site.db.deleteFrom('dueWork').where('kind', '=', 'remind-of-class').execute();
  await site.db
    .insertInto('dueWork')
    .values([
      { ...failing, kind: 'send-mail', subject: 'a', lastError: 'the mail server answered 451' },
      { ...failing, kind: 'send-mail', subject: 'b', lastError: 'the mail server answered 451' },
      {
        ...failing,
        kind: 'forget-done-work',
        subject: 'clock',
        lastError: `Error ${'ECONNREFUSED'.repeat(20)}`,
      },
      { ...failing, kind: 'sync-calendar', subject: 'c', lastError: 'Google answered 403' },
    ])
    .execute();
  await page.reload();
  const stuck = page.getByRole('region', { name: 'Atascado en el servidor' });
  await stuck.getByText('2 correos por enviar').waitFor();
  await stuck.getByText(/the mail server answered 451/).waitFor();
  await stuck.getByText('Tarea del servidor: forget-done-work').waitFor();
  await expect.poll(() => stuck.getByRole('listitem').count()).toBe(2);
  await page.getByText('clase sin sincronizar con el calendario').waitFor();
  await expectWell(page);
  const withoutLink = page.getByRole('link', { name: '2 clases en menos de 48 h sin enlace' });
  await expect.poll(() => withoutLink.getAttribute('href')).toBe('/admin/classes?view=list&link=none');
  const calendar = page.getByRole('link', { name: /clases? sin sincronizar con el calendario/ });
  await expect.poll(() => calendar.getAttribute('href')).toBe('/admin/calendar');
  await site.db.deleteFrom('dueWork').execute();
  await site.db.deleteFrom('classes').where('id', 'in', [id, later]).execute();

  await page.getByRole('link', { name: /solicitud(es)? para enseñar/ }).click();
  await page.waitForURL('**/admin/teachers');
  await end();
});

it('only the overview fetches the library that draws', async () => {
  await site.db
    .insertInto('classes')
    .values({ title: 'Una clase', description: 'x', createdBy: admin.id, startsAt: new Date() })
    .execute();
  const { page, end } = await visit(site, desktop, admin);
  const fetched = new Set<string>();
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url());
    if (pathname.endsWith('.js')) fetched.add(pathname);
  });
  const draws = () =>
    [...fetched].filter((name) => readFileSync(path.join(build, name), 'utf8').includes('recharts-'));
  for (const address of ['/admin/students', '/admin/audit', '/admin/classes', '/dashboard', '/store']) {
    await go(page, address);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  expect(fetched.size).toBeGreaterThan(5);
  expect(draws()).toEqual([]);
  await go(page, '/admin');
  await page.getByRole('heading', { name: 'Las últimas 12 semanas' }).scrollIntoViewIfNeeded();
  await page.locator('.recharts-surface').first().waitFor();
  expect(draws()).not.toEqual([]);
  await end();
});

it('the admin area shows a spinner until the account has loaded', async () => {
  const { page, end } = await visit(site, desktop, admin);
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await route(page, '**/api/accounts/me', async (route) => {
    await held;
    await route.fallback();
  });
  const asked = page.waitForRequest('**/api/accounts/me');
  await go(page, '/admin/students');
  await asked;
  // By now the page's own script runs, so that the spinner of the first load is gone.
  await page.waitForTimeout(500);
  await expect.poll(() => page.getByText('Cargando...').isVisible()).toBe(true);
  await expect.poll(() => page.getByRole('group', { name: 'Administración' }).count()).toBe(0);
  answer?.();
  await page.getByRole('heading', { level: 1, name: 'Estudiantes' }).waitFor();
  await end();
});

it('a tooltip opens after 700 ms, and the next one within 300 ms opens at once', async () => {
  const { page, end } = await visit(site, desktop, admin);
  // The page's clock is the test's: how slow the machine is does not matter.
  await page.clock.install();
  await go(page, '/admin');
  const links = page.getByRole('group', { name: 'Administración' }).getByRole('link');
  await links.first().waitFor();
  await page.keyboard.press('Control+b');
  // Collapsed, a link is as wide as its icon.
  await expect.poll(async () => (await links.nth(1).boundingBox())?.width).toBeLessThan(60);
  const tooltip = (name: string) => page.getByRole('tooltip', { name });
  // The first one is shown when its code is here.
  await links.nth(1).hover();
  await tooltip('Clases').waitFor();
  await page.mouse.move(600, 400);
  await tooltip('Clases').waitFor({ state: 'detached' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await links.nth(1).hover();
  await page.clock.runFor(650);
  await expect.poll(() => tooltip('Clases').count()).toBe(0);
  await page.clock.runFor(100);
  await tooltip('Clases').waitFor();
  await links.nth(2).hover();
  await page.clock.runFor(100);
  await tooltip('Estudiantes').waitFor();
  await page.clock.resume();
  await page.keyboard.press('Control+b');
  await end();
});

it('a class that is live or ended without a roll leads from the overview to its roll', async () => {
  const host = await site.person({ role: 'admin', zone: zoneFarFromMidnight() });
  const startsAt = new Date(Date.now() - 11 * 60_000);
  const id = await insertClass(site.db, host, { title: 'Club sin lista', startsAt, durationMinutes: 10 });
  await insertSeats(site.db, id, await site.person());
  const live = await insertClass(site.db, host, { title: 'Club de ahora', startsAt, durationMinutes: 60 });
  const { page, end } = await visit(site, phone, host);
  await go(page, '/admin');
  await expectWell(page);
  await page.getByRole('link', { name: 'Pasar lista: Club de ahora' }).click();
  await page.waitForURL(`**/admin/classes?class=${live}&tab=roll`);
  await page.getByRole('dialog').getByRole('tab', { name: 'Asistencia', selected: true }).waitFor();
  await go(page, '/admin');
  const due = page
    .getByRole('region', { name: 'Hoy' })
    .getByRole('listitem')
    .filter({ hasText: 'Club sin lista' });
  await due.getByText('Falta pasar lista').waitFor();
  await due.getByRole('link', { name: 'Club sin lista', exact: true }).click();
  await page.waitForURL(`**/admin/classes?class=${id}&tab=roll`);
  await page.getByRole('dialog').getByRole('tab', { name: 'Asistencia', selected: true }).waitFor();
  await end();
});
