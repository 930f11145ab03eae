import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bogota, calendarDay } from '#shared/time/zones.ts';
import { insertAttended, insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, visit } from '../visit.ts';
import { openTool } from './organised-class.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

it('an entry that the server did not hear of is noted when the student comes back from the meeting, on another page too', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person();
  const meetLink = `${site.url}/robots.txt?meeting`;
  const id = await insertClass(site.db, teacher, { startsAt: minutesFromNow(-5), meetLink });
  await insertSeats(site.db, id, student);
  const entry = () =>
    site.db.selectFrom('classEnrollments').select('enteredAt').where('classId', '=', id).executeTakeFirst();
  const { page, end } = await visit(site, phone, student, { mayBreak: true });
  let failures = 0;
  await route(page, '**/entry', (asked) => {
    failures += 1;
    return asked.abort();
  });
  await go(page, `/classes?class=${id}`);
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  const [meeting] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('link', { name: 'Entrar a la sala' }).click(),
  ]);
  await expect.poll(() => failures).toBe(1);
  await show('hidden');
  await meeting.waitForURL(meetLink);
  await meeting.close();
  await go(page, '/calendar');
  await unroute(page, '**/entry');
  // The time of a retry has gone by.
  await sleep(2500);
  expect(await entry()).toEqual({ enteredAt: null });
  await show('visible');
  await expect.poll(entry).toEqual({ enteredAt: expect.any(Date) });
  await end();
});

it('a student enters the meeting, and its teacher sees it on the roll, confirms who came through Sumi, leaves notes and phrases and copies the week, and a student who was there reads them and enrols in the next class', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  const student = await site.person();
  // A page of this machine stands for the meeting: the browser reaches no other.
  const meetLink = `${site.url}/robots.txt?meeting`;
  const id = await insertClass(site.db, teacher, {
    startsAt: minutesFromNow(-40),
    title: 'Club de cine',
    meetLink,
  });
  const next = await insertClass(site.db, teacher, {
    startsAt: minutesFromNow(24 * 60),
    title: 'Club de series',
  });
  const inTwoWeeks = minutesFromNow(14 * 24 * 60);
  const copied = await insertClass(site.db, teacher, { startsAt: inTwoWeeks, title: 'Club de teatro' });
  await insertSeats(site.db, id, student);

  const desk = await visit(site, phone, teacher);
  await go(desk.page, `/admin/classes?class=${id}&tab=roll`);
  const drawer = desk.page.getByRole('dialog');
  await drawer.getByText('0 de 1 en la lista').first().waitFor();
  const entered = drawer.getByText(/^Entró \d\d:\d\d$/);
  await expect.poll(() => entered.count()).toBe(0);
  const { page, end } = await visit(site, phone, student);
  await go(page, `/classes?class=${id}`);
  const open = page.getByRole('dialog');
  await open.getByText('Tienes tu lugar').waitFor();
  await expectWell(page);
  const [meeting] = await Promise.all([
    page.waitForEvent('popup'),
    open.getByRole('link', { name: 'Entrar a la sala' }).click(),
  ]);
  await meeting.waitForURL(meetLink);
  // The roll follows without a reload.
  await entered.waitFor();
  await site.db.updateTable('classes').set({ durationMinutes: 30 }).where('id', '=', id).execute();
  await go(desk.page, '/admin/classes');
  await go(desk.page, `/admin/classes?class=${id}&tab=roll`);
  await drawer.getByRole('button', { name: 'Entró por Sumi: vino (1)' }).click();
  await drawer.getByText('vino 1', { exact: true }).waitFor();
  await drawer.getByRole('tab', { name: 'Notas' }).click();
  await drawer.getByRole('button', { name: 'Escribir notas' }).click();
  await drawer.getByLabel('Qué vieron').fill('Hablamos de Roma.');
  await drawer.getByLabel('Frase 1', { exact: true }).fill('break the ice');
  await drawer.getByRole('button', { name: 'Guardar notas' }).click();
  await drawer.getByText('Escribe la frase y su significado').waitFor();
  await drawer.getByLabel('Significado de la frase 1').fill('romper el hielo');
  const addPhrase = drawer.getByRole('button', { name: 'Agregar frase' });
  await addPhrase.click();
  await expectWell(desk.page);
  // The keyboard goes on at the row after the one that is removed, or at the button that adds one.
  const hasFocus = (what: Locator) => what.evaluate((it) => it === document.activeElement);
  await drawer.getByLabel('Frase 2', { exact: true }).fill('small talk');
  await addPhrase.click();
  await drawer.getByRole('button', { name: 'Quitar la frase 2' }).click();
  const second = drawer.getByLabel('Frase 2', { exact: true });
  await expect.poll(() => second.inputValue()).toBe('');
  await expect.poll(() => hasFocus(second)).toBe(true);
  await drawer.getByRole('button', { name: 'Quitar la frase 2' }).click();
  await expect.poll(() => hasFocus(addPhrase)).toBe(true);
  await drawer.getByRole('button', { name: 'Guardar notas' }).click();
  await drawer.getByRole('button', { name: 'Cambiar notas' }).waitFor();
  await drawer.getByText('romper el hielo').waitFor();

  // A week that has neither of the two goes into the week after it.
  await desk.page.goto(`/admin/classes?week=${calendarDay(inTwoWeeks.toISOString(), bogota)}`);
  await openTool(desk.page, 'Copiar semana');
  await drawer.getByRole('checkbox', { name: 'Club de teatro' }).waitFor();
  await expectWell(desk.page);
  await drawer.getByRole('button', { name: 'Copiar 1 clase' }).click();
  await drawer.waitFor({ state: 'detached' });
  const copies = await site.db
    .selectFrom('classes')
    .select('title')
    .where('copiedFrom', '=', copied)
    .execute();
  expect(copies).toEqual([{ title: 'Club de teatro' }]);
  await desk.end();

  await go(page, '/notifications');
  await page.getByText(/Ya están las notas de «Club de cine»/).click();
  await open.getByText('Hablamos de Roma.').waitFor();
  await open.getByText('break the ice').waitFor();
  await expectWell(page);
  await open.getByRole('button', { name: 'Inscribirme: Club de series' }).click();
  await open.getByText('Tienes tu lugar').waitFor();
  const seats = await site.db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', next)
    .execute();
  expect(seats).toEqual([{ userId: student.id }]);
  // On the page of the class its title is the first heading.
  await go(page, `/classes/${id}`);
  await page.getByText('break the ice').waitFor();
  await page.getByRole('heading', { level: 2, name: /^Sigue con/ }).waitFor();
  await expectWell(page, [phone]);
  await end();
});

it('a week is not copied before a teacher can read what is copied into the week that they chose', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const inTwoWeeks = minutesFromNow(14 * 24 * 60);
  await insertClass(site.db, teacher, { startsAt: inTwoWeeks, title: 'Club de danza' });
  const { page, end } = await visit(site, phone, teacher);
  await go(page, `/admin/classes?week=${calendarDay(inTwoWeeks.toISOString(), bogota)}`);
  await openTool(page, 'Copiar semana');
  const drawer = page.getByRole('dialog');
  const copy = drawer.getByRole('button', { name: 'Copiar 1 clase' });
  await expect.poll(() => copy.isEnabled()).toBe(true);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await route(page, /\/week-copies\?/, async (asked) => {
    await held;
    await asked.fallback();
  });
  await drawer.locator('input:not([type="hidden"])').and(page.getByLabel('¿A qué semana?')).click();
  await page.getByRole('listbox').getByRole('option').nth(1).click();
  await expect.poll(() => copy.isDisabled()).toBe(true);
  release();
  await expect.poll(() => copy.isEnabled()).toBe(true);
  await end();
});

it('the dialog of a rating begins each time with the stored one, also after a student cancelled it with another', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person();
  const id = await insertAttended(site.db, teacher, student);
  const sent = await site.request(student, 'PUT', `/api/classes/${id}/review`, {
    rating: 5,
    words: null,
    mayQuote: false,
  });
  expect(sent.status).toBe(200);
  const { page, end } = await visit(site, phone, student);
  await go(page, `/classes/${id}`);
  const dialog = page.getByRole('dialog', { name: '¿Cómo estuvo?' });
  const star = (rating: number) => dialog.getByRole('radio', { name: `${rating} de 5 estrellas` });
  const change = page.getByRole('button', { name: /^Cambiar calificación/ });
  await change.click();
  await expect.poll(() => star(5).isChecked()).toBe(true);
  await star(1).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('textbox').fill('Me confundí.');
  await expect.poll(() => star(1).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await change.click();
  await dialog.waitFor();
  await expect.poll(() => star(5).isChecked()).toBe(true);
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('');
  await end();
});
