import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify } from '#features/notifications/notify.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, resize, visit, widths } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

async function tell(person: Person, kind: string, detail = {}, link?: string): Promise<void> {
  await notify(await site.ctxFor(), { to: [person.id], kind, detail, ...(link && { link }) });
}

describe.each(widths)('at %i px', (width) => {
  const role = width === 390 ? 'link' : 'button';

  it('the bell counts what arrives, shows it, and forgets what was read', async () => {
    const person = await site.person({ zone: 'America/Bogota' });
    const { page, end } = await visit(site, width, person);
    await go(page, '/dashboard');
    await page.getByRole(role, { name: 'Avisos', exact: true }).waitFor();
    await tell(
      person,
      'classes.cancelled',
      { title: 'Club de viajes', startsAt: '2029-12-01T23:00:00.000Z', reason: 'La profe se enfermó.' },
      '/classes',
    );
    await tell(person, 'people.coins-credited', { amount: 1500, reason: null });
    await tell(person, 'classes.notes-written', { title: 'Club de té', earned: 25, ofStreak: 5 });
    await tell(person, 'future.kind', { anything: 1 });
    await tell(person, 'people.coins-debited');
    await page.getByRole(role, { name: 'Avisos: 5 sin leer' }).click();
    // In the reader's own zone.
    await page
      .getByText('Se canceló «Club de viajes» (1 dic 2029, 18:00 · 17:00 Ciudad de México).')
      .waitFor();
    await page.getByText('Motivo: La profe se enfermó.').waitFor();
    await page.getByText('Recibiste 1,500 sumicoins.').waitFor();
    await page.getByText('Ganaste 25 sumicoins, 5 por tu racha.').waitFor();
    // A kind that this browser does not know, and words that the notice does not fill in.
    await expect.poll(() => page.getByText('Hay una novedad para ti en Sumi.').count()).toBe(2);
    // On a phone this is the page that a desktop has as well, on a desktop what opens from the bell.
    await expectWell(page, width === phone ? widths : [width]);

    await page.getByRole('link', { name: /Se canceló/ }).click();
    await page.waitForURL('**/classes');
    await page.getByRole(role, { name: 'Avisos: 4 sin leer' }).waitFor();
    await go(page, '/notifications');
    await page.getByText('4 sin leer').waitFor();
    await page.getByRole('button', { name: 'Marcar todo como leído' }).click();
    await page.getByText('Estás al día.').waitFor();
    await page.getByRole(role, { name: 'Avisos', exact: true }).waitFor();
    if (width === phone) await expectWell(page);
    await expect
      .poll(async () => {
        const rows = await site.db
          .selectFrom('notifications')
          .select('readAt')
          .where('userId', '=', person.id)
          .execute();
        return rows.filter(({ readAt }) => readAt === null).length;
      })
      .toBe(0);
    await end();
  });
});

it('a page of notices that is the first page of a visit names what a member bought', async () => {
  const person = await site.person();
  await tell(person, 'store.fulfilled', { item: 'custom-avatar' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/notifications');
  await page.getByText('Tu pedido está listo: Avatar personalizado.').waitFor();
  await end();
});

it('administrators have the bell over their area as well', async () => {
  const admin = await site.person({ role: 'admin' });
  const applicant = await site.person({ name: 'Ana Ruiz' });
  const { page, end } = await visit(site, phone, admin);
  await notify(await site.ctxFor(), {
    to: [admin.id],
    kind: 'teachers.applied',
    names: applicant,
    link: '/admin/teachers',
  });
  await go(page, '/admin/classes');
  await page.getByRole('link', { name: 'Avisos: 1 sin leer' }).waitFor();
  await resize(page, desktop);
  await page.getByRole('button', { name: 'Avisos: 1 sin leer' }).click();
  await page.getByText('Ana Ruiz quiere dar clases en Sumi. Revisa su solicitud.').click();
  await page.waitForURL('**/admin/teachers');
  await end();
});

it('what is told while the page waits for its stream is counted', async () => {
  const person = await site.person();
  const elsewhere = await visit(site, 1280, person);
  await go(elsewhere.page, '/dashboard');
  await elsewhere.page.getByRole('button', { name: 'Avisos', exact: true }).waitFor();
  const { page, end } = await visit(site, phone, person);
  const { promise: isDone, resolve: tellIsDone } = Promise.withResolvers<void>();
  await route(page, /\/api\/events/, async (route) => {
    await isDone;
    await route.fallback();
  });
  const waiting = page.waitForRequest(/\/api\/events/);
  const counted = page.waitForResponse(/\/api\/notifications/);
  await go(page, '/dashboard');
  await Promise.all([waiting, counted.then((answer) => answer.finished())]);
  await tell(person, 'people.coins-debited');
  // The server has passed it on to the streams that are open.
  await elsewhere.page.getByRole('button', { name: 'Avisos: 1 sin leer' }).waitFor();
  tellIsDone();
  await page.getByRole('link', { name: 'Avisos: 1 sin leer' }).waitFor();
  await end();
  await elsewhere.end();
});

it('the list of notices says that it is empty or failed, and a long one goes on', async () => {
  const person = await site.person();
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  await go(page, '/notifications');
  await page.getByText('No tienes avisos').waitFor();
  await expectWell(page);
  for (let nth = 0; nth < 25; nth++) await tell(person, 'teachers.approved', {}, '/teacher');
  await page.getByRole('link', { name: 'Avisos: 25 sin leer' }).waitFor();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(20);
  await page.getByRole('button', { name: 'Ver más avisos' }).click();
  await expect.poll(() => rows.count()).toBe(25);

  // Without a connection nothing is marked, and the page does not pretend that it was.
  await route(page, '**/api/notifications**', (route) => route.abort());
  const alert = page.getByRole('alert').filter({ hasText: 'No se pudieron marcar como leídos' });
  await Promise.all([
    alert.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').waitFor(),
    page.getByRole('button', { name: 'Marcar todo como leído' }).click(),
  ]);
  await page.getByRole('link', { name: 'Avisos: 25 sin leer' }).waitFor();
  await page.getByText('25 sin leer', { exact: true }).waitFor();

  // A page that was never read has nothing to show meanwhile.
  await route(page, '**/api/notifications**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  await page.getByText('No se pudieron cargar tus avisos').waitFor();
  await expectWell(page);
  await end();
});

it('screen readers hear of no further notices where marking all as read broke their loading off', async () => {
  const person = await site.person();
  for (let nth = 0; nth < 25; nth++) await tell(person, 'teachers.approved', {}, '/teacher');
  const { page, end } = await visit(site, phone, person);
  await go(page, '/notifications');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(20);
  const furtherPages = /\/api\/notifications\?.*cursor=/;
  await route(page, furtherPages, () => {});
  const more = page.getByRole('button', { name: 'Ver más avisos' });
  await Promise.all([page.waitForRequest(furtherPages), more.click()]);
  await page.getByRole('button', { name: 'Marcar todo como leído' }).click();
  await page.getByText('Estás al día.').waitFor();
  await expect.poll(() => more.getAttribute('data-loading')).toBe(null);
  await unroute(page, furtherPages);
  const told = page.getByRole('status').filter({ hasText: 'más en la lista' });
  await expect.poll(() => told.count()).toBe(0);
  await more.click();
  await told.filter({ hasText: '5 más' }).waitFor();
  await expect.poll(() => rows.count()).toBe(25);
  await end();
});

it('a person opens, reads and closes the bell with the keyboard', async () => {
  const person = await site.person();
  await tell(person, 'teachers.approved', {}, '/teacher');
  const { page, end } = await visit(site, 1280, person);
  await go(page, '/dashboard');
  const bell = page.getByRole('button', { name: 'Avisos: 1 sin leer' });
  await bell.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Avisos' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => bell.evaluate((element) => element === document.activeElement)).toBe(true);
  await end();
});

it('the page of notices keeps its button in its place as they arrive, and as all are marked', async () => {
  const person = await site.person();
  await tell(person, 'teachers.approved', {}, '/teacher');
  const { page, end } = await visit(site, phone, person);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  // The list of the page and the bell's.
  const lists = /\/api\/notifications(\?|$)/;
  await route(page, lists, async (call) => {
    await held;
    await call.fallback();
  });
  await go(page, '/notifications');
  const choose = page.getByRole('link', { name: 'Elegir qué me llega' });
  await page.getByRole('main').getByRole('status', { name: 'Cargando...' }).waitFor();
  const before = await choose.boundingBox();
  release();
  await page.getByText('1 sin leer', { exact: true }).waitFor();
  expect(await choose.boundingBox()).toEqual(before);
  const first = page.getByRole('main').getByRole('listitem').first();
  const listed = await first.boundingBox();
  await page.getByRole('button', { name: 'Marcar todo como leído' }).click();
  await page.getByText('Estás al día.').waitFor();
  expect((await first.boundingBox())?.y).toBe(listed?.y);
  await unroute(page, lists);
  await end();
});

it('the page of choices begins where the page of notices does', async () => {
  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/notifications');
  const leftOfTitle = async (name: string) => {
    const title = page.getByRole('heading', { level: 1, name });
    await title.waitFor();
    return (await title.boundingBox())?.x;
  };
  const left = await leftOfTitle('Avisos');
  await go(page, '/notifications/choices');
  expect(await leftOfTitle('Qué avisos te llegan')).toBe(left);
  await end();
});

it('the retry below a list that could not be read again reads it again, and no further page', async () => {
  const person = await site.person();
  for (let nth = 0; nth < 25; nth++) await tell(person, 'teachers.approved', {}, '/teacher');
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  await go(page, '/notifications');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(20);
  const lists = /\/api\/notifications(\?|$)/;
  await route(page, lists, (asked) =>
    asked.fulfill({ status: 400, json: { code: 'http/broken', message: '', requestId: 'r' } }),
  );
  await tell(person, 'people.coins-credited', { amount: 33, reason: null });
  const retry = page.getByRole('main').getByRole('button', { name: 'Intentar de nuevo' });
  await retry.waitFor();
  await unroute(page, lists);
  await retry.click();
  await page.getByText('Recibiste 33 sumicoins.').waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  await end();
});
