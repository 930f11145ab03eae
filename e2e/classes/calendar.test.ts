import { afterAll, beforeAll, expect, it } from 'vitest';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, tryAgain, visit } from '../visit.ts';

const longTitle = 'Conversación avanzada sobre literatura latinoamericana, política y extraterritorialidades';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it('a student makes, renews and revokes the address of their calendar feed', async () => {
  const student = await site.person();
  const { page, end } = await visit(site, phone, student);
  await go(page, '/calendar/feed');
  await page.getByText('Todavía no tienes una dirección').waitFor();
  await expectWell(page);

  const create = () => page.getByRole('button', { name: 'Crear la dirección' }).click();
  const of = '**/api/calendar/feed';
  await seeFailureToast(page, { of, says: 'No se pudo crear la dirección' }, create);
  await create();
  const field = page.getByRole('textbox', { name: 'Dirección del calendario' });
  const first = await field.inputValue();
  expect((await fetch(first)).headers.get('content-type')).toContain('text/calendar');
  const open = page.getByRole('link', { name: 'Abrir en mi calendario' });
  await expect.poll(() => open.getAttribute('href')).toBe(first.replace(/^http:/, 'webcal:'));
  await expectWell(page);

  const renew = async () => {
    await page.getByRole('button', { name: 'Cambiar la dirección' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cambiar la dirección' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await seeFailureToast(page, { of, says: 'No se pudo cambiar la dirección' }, renew);
  await expect.poll(() => field.inputValue()).toBe(first);
  await renew();
  await expect.poll(() => field.inputValue()).not.toBe(first);
  expect((await fetch(first)).status).toBe(404);

  await page.getByRole('button', { name: 'Desactivar' }).click();
  await expectWell(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click();
  await page.getByText('Todavía no tienes una dirección').waitFor();
  await end();
});

it('an administrator sees which class the calendar refused, retries, and subscribes', async () => {
  const admin = await site.person({ role: 'admin' });
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'María Fernanda Echeverría' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/calendar');
  await page.getByRole('heading', { name: 'Calendario incluido' }).waitFor();
  await page.getByText('Todo está al día').waitFor();
  await expectWell(page);

  const now = new Date();
  const values = { description: 'x', createdBy: teacher.id, startsAt: new Date(Date.now() + 3600_000) };
  await site.db
    .insertInto('classes')
    .values([
      { ...values, title: longTitle, calendarEventId: 'failing' },
      { ...values, title: 'Club de lectura', calendarEventId: 'waiting' },
    ])
    .execute();
  await site.db
    .insertInto('dueWork')
    .values([
      {
        kind: calendarWork.kind,
        subject: 'failing',
        attempts: 7,
        dueAt: new Date(Date.now() + 600_000),
        lastError: `Google answered 403: ${'Forbidden'.repeat(20)}`,
      },
      { kind: calendarWork.kind, subject: 'waiting', dueAt: now },
    ])
    .execute();
  await page.reload();
  await page.getByText('2 cambios por llegar · 1 falla').waitFor();
  await expectWell(page);

  const retryOne = () => page.getByRole('button', { name: `Intentar de nuevo: ${longTitle}` }).click();
  const retryAll = () => page.getByRole('button', { name: 'Intentar todo de nuevo' }).click();
  const notRetried = 'No se pudo intentar de nuevo';
  await seeFailureToast(page, { of: '**/api/calendar/classes/*/sync', says: notRetried }, retryOne);
  await seeFailureToast(page, { of: '**/api/calendar/retry', says: notRetried }, retryAll);
  await page.getByText('2 cambios por llegar · 1 falla').waitFor();
  await retryOne();
  await page.getByText('2 cambios por llegar', { exact: true }).waitFor();
  await retryAll();
  await page.getByText('Lo estamos intentando').first().waitFor();

  const feed = page.getByRole('region', { name: 'Calendario para organizadores' });
  await feed.getByRole('button', { name: 'Crear la dirección' }).click();
  const address = await feed.getByRole('textbox').inputValue();
  expect((await fetch(address)).status).toBe(200);
  await expectWell(page);
  await end();
});

it('a synchronisation says what became of each event, and that it failed', async () => {
  const { page } = await visit(site, phone, await site.person({ role: 'admin' }));
  let answer = {
    status: 200,
    json: {
      imported: 2,
      skipped: 2,
      updated: 0,
      changed: [
        { title: 'Club de lectura', startsAt: '2026-12-01T18:00:00.000Z', outcome: 'imported' },
        { title: 'Club de cine', startsAt: '2026-12-02T18:00:00.000Z', outcome: 'imported' },
      ],
      known: 1,
      notYours: 0,
      skippedBecause: [{ title: 'Festivo', startsAt: null, reason: 'all-day' }],
      vanished: [],
    },
  };
  await route(page, '**/api/functions/sync-calendar', (route) => route.fulfill(answer));
  await go(page, '/admin/classes');
  const sync = page.getByRole('button', { name: 'Sincronizar calendario' });
  await sync.click();
  await page.getByText('Sincronización completada').waitFor();
  await page.getByText('2 eventos importados · 2 omitidos').waitFor();
  const report = page.getByRole('dialog', { name: 'Qué pasó con cada evento' });
  await report.getByRole('region', { name: 'Nuevas clases' }).getByText('Club de cine').waitFor();
  await report.getByRole('region', { name: 'Duran todo el día (1)' }).getByText('Festivo').waitFor();
  await report.getByText('Ya son clases (1)').waitFor();
  await expectWell(page);
  await page.keyboard.press('Escape');
  answer = { status: 500, json: { code: 'http/broken', message: '', requestId: '1' } as never };
  await seeToast(page, 'No se pudo sincronizar el calendario', () => sync.click());
  await page.context().close();
});

it('both calendar pages say that the server failed and can be retried', async () => {
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }), {
    mayBreak: true,
  });
  for (const [address, failed, answer] of [
    ['/calendar/feed', 'No pudimos cargar tu dirección', 'feed'],
    ['/admin/calendar', 'No pudimos cargar el estado del calendario', 'status'],
  ] as const) {
    await route(page, `**/api/calendar/${answer}`, (route) => route.fulfill({ status: 500, body: '{}' }));
    await go(page, address);
    await page.getByText(failed).waitFor();
    await expectWell(page);
    await unroute(page, `**/api/calendar/${answer}`);
    await tryAgain(page);
    await page.getByText(failed).waitFor({ state: 'detached' });
  }
  await end();
});
