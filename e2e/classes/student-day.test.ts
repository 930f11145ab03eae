import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CoinSettings, readCoinSettings } from '#features/coins/contract.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route } from '../route.ts';
import { desktop, expectWell, go, openFilters, phone, resize, visit } from '../visit.ts';
import { zoneFarFromMidnight } from './zone-far-from-midnight.ts';

/** What a student sees of classes and clubs: their next class, the lists with filters, one class by its address. */

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Mariana Cifuentes' });
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  await site.db.deleteFrom('classes').execute();
});

const hour = 3600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hour);
const add = (facts: Parameters<typeof insertClass>[2]) => insertClass(site.db, teacher, facts);
const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

it('the dashboard leads to the student’s next class, or offers one with a free seat', async () => {
  const student = await site.person();
  const id = await add({ title: 'English Coffee', kind: 'club', startsAt: hoursFromNow(20) });
  const { page, end } = await visit(site, phone, student);
  await go(page, '/dashboard');
  await page.getByText('Hay lugar para ti').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'English Coffee', exact: true }).getAttribute('href'))
    .toBe(`/classes?class=${id}`);
  await expectWell(page);
  await page.getByRole('button', { name: 'Inscribirme: English Coffee' }).click();
  await page.getByText('Tu próximo club').waitFor();
  await expectWell(page);
  await page.getByRole('link', { name: 'Ver: English Coffee' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Tienes tu lugar').waitFor();
  await expectWell(page);
  // The list below holds the student's seats and nothing else.
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await cardOf(page, 'English Coffee').waitFor();
  await end();
});

it('the dashboard offers a video to a student for whom no class has a seat, and says how their day stands: new, a holiday, kept with shields in hand, done, and without coins when the month has none left; Escape closes a dialog over an open class first, then the class', async () => {
  const student = await site.person();
  const { page, end } = await visit(site, phone, student);
  await go(page, '/dashboard');
  const part = page.getByRole('region', { name: 'Practica unos minutos con un video' });
  await expect.poll(() => part.getByRole('link', { name: 'Ver videos' }).getAttribute('href')).toBe('/feed');
  // Beside it, what is left to do today.
  const today = page.getByRole('region', { name: 'Hoy', exact: true });
  await today.getByText('Hoy puede empezar tu racha').waitFor();
  await today.getByRole('link', { name: /^Videos 1 sumicoin · 0 de 5 hoy/ }).waitFor();
  await sql`insert into streak_holidays select ${student.id}, today - 1, today + 2, today - 3
    from own_day(${student.id}, now()) as today`.execute(site.db);
  await page.reload();
  await today.getByText('Estás de vacaciones').waitFor();
  await today.getByText(/^Tu racha te espera hasta el \d+/).waitFor();
  await expectWell(page);
  await site.db.deleteFrom('streakHolidays').execute();
  await sql`select give_shield(${student.id}), give_shield(${student.id})`.execute(site.db);
  await sql`insert into practice_days values (${student.id}, own_day(${student.id}, now()), 1)`.execute(
    site.db,
  );
  await page.reload();
  await today.getByText('Tu día ya cuenta', { exact: true }).waitFor();
  await page.getByText('Llevas 1 día practicando. ¡Que no se corte!').waitFor();
  await today.getByText('Tienes 2 escudos por si un día no puedes.').waitFor();
  const days = today.getByRole('list', { name: 'Tus últimos siete días' }).getByRole('listitem');
  await days
    .last()
    .getByText(/: practicaste$/)
    .waitFor();
  // They joined today.
  await expect.poll(() => days.filter({ hasText: 'antes de que llegaras' }).count()).toBe(6);
  // What an administrator changes shows on the open page.
  const admin = await site.person({ role: 'admin' });
  const { issued: _, ...settings } = await answerOf(
    site.request(admin, 'GET', '/api/coins/settings'),
    readCoinSettings,
  );
  const set = async (changes: Partial<CoinSettings>) => {
    const answer = await site.request(admin, 'PUT', '/api/coins/settings', { ...settings, ...changes });
    expect(answer.status).toBe(200);
  };
  const done = today.getByText('¡Listo por hoy!');
  const paused = today.getByText('Este mes ya no quedan sumicoins por repartir; vuelven el');
  await set({ rules: settings.rules.map((rule) => ({ ...rule, amount: 0 })) });
  await done.waitFor();
  await expect.poll(() => paused.count()).toBe(0);
  await set({ monthlyCeiling: 0 });
  await paused.waitFor();
  await done.waitFor();
  await expectWell(page);
  await set({});
  await today.getByText('Tu día ya cuenta', { exact: true }).waitFor();

  const id = await add({ title: 'Solo VIP', requiredTier: 'vip', startsAt: hoursFromNow(30) });
  await go(page, `/classes?class=${id}`);
  const drawer = page.getByRole('dialog').filter({ hasText: 'Compartir' });
  await drawer.getByRole('button', { name: /^Desbloquear/ }).click();
  const unlock = page.getByRole('dialog', { name: 'Desbloquear' });
  await unlock.getByRole('link', { name: 'Ver planes' }).waitFor();
  await page.keyboard.press('Escape');
  await unlock.waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: /^Desbloquear/ }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await end();
});

it('an address opens a class in another language; one that is gone says so and leads to the others', async () => {
  const id = await add({ title: 'Stammtisch', language: 'de', startsAt: hoursFromNow(30) });
  const { page, end } = await visit(site, phone, await site.person({ languages: ['en'] }));
  await go(page, `/classes?class=${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Inscribirme: Stammtisch' }).click();
  await page.getByRole('dialog').getByText('Tienes tu lugar').waitFor();
  await site.db.deleteFrom('classes').execute();
  await page.reload();
  await page.getByText('Esta clase ya no está disponible').waitFor();
  await expectWell(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Ver las demás clases' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Próximas', selected: true }).waitFor();
  await end();
});

it('clubs say that they are narrowed to the student’s languages, and one tap shows all', async () => {
  await add({ title: 'Apéro', kind: 'club', language: 'fr', level: 'basic', startsAt: hoursFromNow(0.2) });
  await add({ title: 'Coffee', kind: 'club', language: 'en', startsAt: hoursFromNow(0.1) });
  const student = await site.person({ languages: ['en'], zone: zoneFarFromMidnight() });
  const { page, end } = await visit(site, phone, student);
  await go(page, '/conversation-clubs');
  await cardOf(page, 'Coffee').waitFor();
  await expect.poll(() => cardOf(page, 'Apéro').count()).toBe(0);
  await page.getByText('Ves solo tus idiomas: inglés.').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Ver todos los idiomas' }).click();
  await cardOf(page, 'Apéro').waitFor();
  await openFilters(page);
  await page.getByLabel('Idioma', { exact: true }).selectOption('Francés');
  await cardOf(page, 'Coffee').waitFor({ state: 'detached' });
  // A wide screen has the filters beside the clubs.
  await resize(page, desktop);
  await page.getByLabel('Nivel').selectOption('Avanzado');
  await page.getByText('Nada coincide con estos filtros').waitFor();
  await end();
});

it('each page of clubs and classes labels prices as Gratis, $10 USD, $20 USD and $30 USD', async () => {
  for (const [at, requiredTier] of (['free', 'basic', 'premium', 'vip'] as const).entries()) {
    await add({
      title: `Club ${requiredTier}`,
      kind: 'club',
      requiredTier,
      startsAt: hoursFromNow(0.1 + at / 60),
    });
  }
  const student = await site.person({ zone: zoneFarFromMidnight() });
  const { page, end } = await visit(site, phone, student);
  const expectPrices = async () => {
    for (const label of ['Gratis', /^\$10\sUSD/, /^\$20\sUSD/, /^\$30\sUSD/]) {
      await page.getByRole('main').getByText(label).filter({ visible: true }).first().waitFor();
    }
  };
  for (const path of ['/conversation-clubs', '/calendar', '/classes?tab=upcoming']) {
    await go(page, path);
    for (const [width, height] of [
      [phone, 844],
      [desktop, 800],
    ] as const) {
      await resize(page, width, height);
      await expectPrices();
    }
  }
  await expectWell(page);
  await end();
});

it('the page of classes has the plan as a link, and a calendar that marks days and lists the chosen one', async () => {
  // In the middle of the month after this one, so that no page shows another day with a class.
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 18));
  await add({ title: 'A mitad de mes', startsAt: day });
  // Elsewhere the month may be another one in the hours around its end.
  const { page, end } = await visit(site, phone, await site.person({ tier: 'premium', zone: 'UTC' }));
  await go(page, '/classes?tab=calendar');
  await expect
    .poll(() => page.getByRole('link', { name: 'Tu plan: Premium' }).getAttribute('href'))
    .toBe('/membership');
  await page.getByText('No hay clases programadas para esta fecha').waitFor();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  const cell = page.getByRole('button', { name: /15 de .*\. 1 clase$/ });
  await cell.waitFor();
  await expect.poll(() => cell.getAttribute('data-classes')).toBe('true');
  await expect.poll(() => page.locator('[data-classes][aria-pressed]').count()).toBe(1);
  await cell.click();
  await cardOf(page, 'A mitad de mes').waitFor();
  // The address keeps the day: for another tab of the page, for a page that leads back here, and for a reload.
  await page.getByRole('tab', { name: 'Mis lugares' }).click();
  await page.getByRole('tab', { name: 'Calendario' }).click();
  await cardOf(page, 'A mitad de mes').waitFor();
  await page.getByRole('link', { name: 'Tu plan: Premium' }).click();
  await page.waitForURL('**/membership');
  await page.goBack();
  await cardOf(page, 'A mitad de mes').waitFor();
  await page.reload();
  await cardOf(page, 'A mitad de mes').waitFor();
  await expect.poll(() => cell.getAttribute('aria-pressed')).toBe('true');
  await end();
});

it('what ended today comes last or is folded, and a cancelled class stays only with a student who has a seat', async () => {
  const student = await site.person({ zone: zoneFarFromMidnight() });
  await add({ title: 'Temprano', kind: 'club', startsAt: hoursFromNow(-2), durationMinutes: 10 });
  await add({ title: 'En un rato', kind: 'club', startsAt: hoursFromNow(0.1) });
  const cancelled = { status: 'cancelled', cancelledAt: new Date(), cancelReason: 'Se fue la luz.' } as const;
  const mine = await add({ ...cancelled, title: 'Cancelada y mía', startsAt: hoursFromNow(50) });
  await add({ ...cancelled, title: 'Cancelada y ajena', startsAt: hoursFromNow(50) });
  await insertSeats(site.db, mine, student);
  const { page, end } = await visit(site, phone, student);
  await go(page, '/classes?tab=upcoming');
  await cardOf(page, 'Cancelada y mía').getByText('Se fue la luz.').waitFor();
  const titles = page.getByRole('article').getByRole('heading');
  await expect.poll(() => titles.allTextContents()).toEqual(['En un rato', 'Temprano', 'Cancelada y mía']);
  await cardOf(page, 'Temprano').getByText('Esta clase ya terminó.').waitFor();

  await page.getByRole('link', { name: 'Clubes en vivo' }).click();
  await cardOf(page, 'En un rato').waitFor();
  await expect.poll(() => cardOf(page, 'Temprano').count()).toBe(0);
  await page.getByRole('button', { name: 'Ver 1 que ya terminó' }).click();
  await cardOf(page, 'Temprano').getByText('Esta clase ya terminó.').waitFor();
  await page.getByRole('button', { name: 'Ocultar los que ya terminaron' }).click();
  await cardOf(page, 'Temprano').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Ver toda la semana' }).click();
  await cardOf(page, 'En un rato').waitFor();
  await cardOf(page, 'Temprano').waitFor({ state: 'hidden' });
  await page.getByText('Ya pasó (1)').click();
  await cardOf(page, 'Temprano').waitFor();
  await end();
});

it('a club that has started says so kindly and leads to the next one of the same teacher; one whose door has closed says so to a student who has a seat in it', async () => {
  await add({ title: 'Coffee', kind: 'club', startsAt: hoursFromNow(-0.1) });
  const next = await add({ title: 'Coffee', kind: 'club', startsAt: hoursFromNow(24) });
  const student = await site.person();
  const meetLink = 'https://meet.example.org/charla';
  const minutesAgo = { 'Puerta abierta': 9, 'Puerta cerrada': 11 };
  for (const [title, minutes] of Object.entries(minutesAgo)) {
    const club = await add({ title, kind: 'club', meetLink, startsAt: hoursFromNow(-minutes / 60) });
    await insertSeats(site.db, club, student);
  }
  const { page, end } = await visit(site, phone, student);
  await go(page, '/classes?tab=upcoming');
  const shut = cardOf(page, 'Puerta cerrada');
  await shut.getByText('La puerta del club se cerró 10 minutos después de empezar').waitFor();
  const enter = (card: Locator) => card.getByRole('link', { name: 'Entrar a la sala' }).count();
  await expect.poll(() => enter(shut)).toBe(0);
  await expect.poll(() => enter(cardOf(page, 'Puerta abierta'))).toBe(1);
  await expectWell(page);
  const live = cardOf(page, 'Este club ya empezó, y para no cortar la charla');
  await live.getByRole('link', { name: /^La próxima vez: Mañana/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Inscribirme: Coffee' }).waitFor();
  expect(new URL(page.url()).searchParams.get('class')).toBe(next);
  await end();
});

it('a class leads to its teacher, whose page offers the next classes', async () => {
  await add({ title: 'Coffee', kind: 'club', startsAt: hoursFromNow(24) });
  await add({ title: 'Coffee', kind: 'club', startsAt: hoursFromNow(48) });
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes?tab=upcoming');
  await page.getByRole('link', { name: 'Con Mariana Cifuentes' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Mariana Cifuentes' }).waitFor();
  // Both days are one series.
  await expect.poll(() => cardOf(page, 'Coffee').count()).toBe(1);
  await expectWell(page);
  await cardOf(page, 'Coffee')
    .getByRole('link', { name: /Quedan 12 lugares\s?: Coffee$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Inscribirme: Coffee' }).click();
  await page.getByRole('dialog').getByText('Tienes tu lugar').waitFor();
  await end();
});

it('the card of a series shows which of its days are live, the student’s own, cancelled, or nearly full', async () => {
  const student = await site.person({ zone: zoneFarFromMidnight() });
  const facts = { title: 'Tertulia', kind: 'club', durationMinutes: 60 } as const;
  const cancelled = { status: 'cancelled', cancelledAt: new Date(), cancelReason: 'Se fue la luz.' } as const;
  // At the same hour of each day; the first has just begun.
  const onDay = (days: number) => hoursFromNow(24 * days - 0.2);
  await add({ ...facts, startsAt: onDay(0) });
  await insertSeats(site.db, await add({ ...facts, startsAt: onDay(2) }), student);
  await insertSeats(site.db, await add({ ...facts, ...cancelled, startsAt: onDay(3) }), student);
  const full = await add({ ...facts, maxStudents: 1, startsAt: onDay(4) });
  await insertSeats(site.db, full, await site.person());
  await add({ ...facts, maxStudents: 3, startsAt: onDay(5) });
  await add({ ...facts, maxStudents: 4, startsAt: onDay(6) });
  const { page, end } = await visit(site, phone, student);
  const days = cardOf(page, 'Tertulia').getByRole('list').getByRole('link');
  /** The words of each day that have a place on the screen, without the day itself. */
  const seen = () =>
    days.evaluateAll((links) =>
      links.map((link) =>
        [...link.children]
          .slice(1)
          .filter((part) => part.getBoundingClientRect().width > 1)
          .map((part) => part.textContent)
          .join(),
      ),
    );
  await go(page, '/conversation-clubs');
  const later = ['Sin lugares disponibles', 'Quedan 3 lugares', ''];
  await expect.poll(seen).toEqual(['Tienes tu lugar', 'Cancelada', ...later]);
  await expectWell(page);
  await go(page, `/teachers/${teacher.id}`);
  await expect.poll(seen).toEqual(['En vivo', 'Tienes tu lugar', ...later]);
  await expectWell(page);
  await end();
});

it('a kid without classes reads that there are none for kids', async () => {
  await add({ title: 'Para personas adultas', startsAt: hoursFromNow(5) });
  const { page, end } = await visit(site, phone, await site.person({ ageGroup: 'kid' }));
  await go(page, '/classes?tab=upcoming');
  await page.getByText('No hay clases Kids disponibles en este momento').waitFor();
  await end();
});

it('a student whose page shows the time before a class was moved is told, sees the new time and enrols in that', async () => {
  const student = await site.person();
  const before = hoursFromNow(9);
  const after = new Date(before.getTime() + hour);
  const id = await add({ title: 'Clase movida', startsAt: before });
  const { page, end } = await visit(site, phone, student);
  await go(page, '/classes?tab=upcoming');
  const card = cardOf(page, 'Clase movida');
  const shown = () => card.locator('time').first().getAttribute('datetime');
  await expect.poll(shown).toBe(before.toISOString());
  // Without an event: the page has not heard of it.
  await site.db
    .updateTable('classes')
    .set({ startsAt: after, movedAt: new Date() })
    .where('id', '=', id)
    .execute();
  const enrol = () => page.getByRole('button', { name: 'Inscribirme: Clase movida' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText(/^Esta clase cambió de hora/);
  await Promise.all([toast.waitFor(), enrol()]);
  await expect.poll(shown).toBe(after.toISOString());
  expect(await site.db.selectFrom('classEnrollments').select('userId').execute()).toEqual([]);
  await enrol();
  await card.getByText('Tienes tu lugar').waitFor();
  await end();
});

it('enrolling in a class, enrolling in a club and leaving a class each fail with a toast that names it', async () => {
  const student = await site.person();
  await add({ title: 'Clase que falla', startsAt: hoursFromNow(9) });
  await add({ title: 'Club que falla', kind: 'club', startsAt: hoursFromNow(10) });
  await insertSeats(site.db, await add({ title: 'Falla al salir', startsAt: hoursFromNow(11) }), student);
  const { page, end } = await visit(site, phone, student, { mayBreak: true });
  await route(page, '**/enrolment*', (route) =>
    route.fulfill({ status: 500, json: { code: 'http/broken', message: '', requestId: '1' } }),
  );
  await go(page, '/classes?tab=upcoming');
  for (const [button, title] of [
    ['Inscribirme: Clase que falla', 'No se pudo inscribir en la clase'],
    ['Inscribirme: Club que falla', 'No se pudo inscribir en el club'],
    ['Cancelar inscripción: Falla al salir', 'No se pudo cancelar la inscripción'],
  ] as const) {
    const toast = page.getByRole('region', { name: 'Notifications' }).getByText(title, { exact: true });
    await Promise.all([toast.waitFor(), page.getByRole('button', { name: button }).click()]);
  }
  await end();
});
