import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';
import { addClass, minutesFromNow, openDrawer } from './organised-class.ts';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés' });
});
afterAll(() => site.close());

it('a teacher enrols a student who asked for it, who finds the seat, and takes it away again with a reason', async () => {
  const nora = await site.person({ name: 'Nora Sinlugar', tier: 'basic' });
  await site.person({ name: 'Ana Ruiz' });
  await site.person({ name: 'Nora Sinplan' });
  const title = 'Inglés del jueves';
  const id = await addClass(site, { title, by: teacher, startsAt: minutesFromNow(48 * 60), tier: 'basic' });
  const { page, end } = await visit(site, phone, teacher, { mayBreak: true });
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByText('Nadie se ha inscrito').waitFor();
  await page.getByRole('button', { name: 'Anotar a alguien' }).click();
  const search = page.getByRole('searchbox', { name: 'Busca por nombre o correo' });
  await search.fill('nora sin');
  const found = page.getByRole('list', { name: 'Anotar a alguien' });
  await found.getByText('Su plan no incluye esta clase: necesita comprar su lugar.').waitFor();
  await expect.poll(() => found.getByRole('button').count()).toBe(1);
  // The button stands beside the name, as in the other lists.
  const leftOf = (part: Locator) => part.evaluate((it) => it.getBoundingClientRect().left);
  const name = found.getByText('Nora Sinlugar', { exact: true });
  await expect
    .poll(async () => (await leftOf(found.getByRole('button'))) - (await leftOf(name)))
    .toBeGreaterThan(100);
  await expectWell(page);
  const give = () => page.getByRole('button', { name: 'Anotar a Nora Sinlugar' }).press('Enter');
  await seeFailureToast(page, { of: '**/students/*', says: 'No se pudo anotar' }, give);
  await give();
  await page.getByText('Nora Sinlugar ya tiene su lugar').waitFor();
  const roll = page.getByRole('list', { name: 'Lista de asistencia' });
  await roll.getByText('Nora Sinlugar').waitFor();
  await roll.getByText('Primera vez contigo').waitFor();
  // The keyboard goes on at the next person.
  await expect.poll(() => search.evaluate((it) => it === document.activeElement)).toBe(true);
  await expectWell(page);

  const hers = await visit(site, phone, nora);
  await go(hers.page, '/notifications');
  await hers.page
    .getByRole('link', { name: /^Te anotaron en «Inglés del jueves»: ya tienes tu lugar/ })
    .click();
  await hers.page.getByRole('dialog').getByText('Tienes tu lugar').waitFor();
  await expectWell(hers.page);

  // The undo takes back what was pressed by mistake.
  await search.fill('');
  await site.db.updateTable('classes').set({ requiredTier: 'free' }).where('id', '=', id).execute();
  await search.fill('ana ruiz');
  await page.getByRole('button', { name: 'Anotar a Ana Ruiz' }).click();
  await roll.getByText('Ana Ruiz').waitFor();
  const toast = page.getByRole('status').filter({ hasText: 'Ana Ruiz ya tiene su lugar' });
  await toast.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => roll.getByText('Ana Ruiz').count()).toBe(0);

  await page.getByRole('button', { name: 'Quitar a Nora Sinlugar' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '¿Quitar a Nora Sinlugar?' });
  await dialog.getByText('No cuenta como ausencia.', { exact: false }).waitFor();
  await dialog.getByRole('textbox', { name: 'Motivo (opcional)' }).fill('Avisó que no puede venir.');
  await expectWell(page);
  const remove = () => dialog.getByRole('button', { name: 'Sí, quitar' }).click();
  await seeFailureToast(page, { of: '**/removal', says: 'No se pudo quitar' }, remove);
  await remove();
  await page.getByText('Nora Sinlugar ya no está en la clase').waitFor();
  await page.getByText('Nadie se ha inscrito').waitFor();
  // The keyboard stays in the drawer.
  const isInDrawer = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  await expect.poll(isInDrawer).toBe(true);
  await expectWell(page);

  await go(hers.page, '/notifications');
  await hers.page
    .getByRole('link', {
      name: /^Ya no tienes lugar en «Inglés del jueves».*Motivo: Avisó que no puede venir\./,
    })
    .waitFor();
  await go(hers.page, `/classes?class=${id}`);
  await hers.page.getByRole('button', { name: `Inscribirme: ${title}` }).waitFor();
  await hers.end();
  await end();
});

it('an administrator confirms the seat that is offered to a student for them, and gives none to the next who waits', async () => {
  const [seated, first, second] = [
    await site.person({ name: 'Leo Paz' }),
    await site.person({ name: 'Zoe Mar' }),
    await site.person({ name: 'Iván Sol' }),
  ];
  const admin = await site.person({ role: 'admin' });
  const startsAt = minutesFromNow(48 * 60);
  const id = await addClass(site, { title: 'Alemán', by: teacher, startsAt, people: [seated] });
  await site.db.updateTable('classes').set({ maxStudents: 1 }).where('id', '=', id).execute();
  for (const person of [first, second]) await site.request(person, 'POST', `/api/classes/${id}/waiting`);
  const { page, end } = await visit(site, desktop, admin);
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  const waiting = page.getByRole('list', { name: 'Lista de espera (2)' });
  await waiting.getByText('2. Iván Sol').waitFor();
  await page.getByText('No quedan lugares para anotar a alguien.').waitFor();
  await expect.poll(() => waiting.getByRole('button', { name: /^Darle/ }).count()).toBe(0);
  // The class is another person's.
  await page.getByText('Primera vez con su profe').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Quitar a Leo Paz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sí, quitar' }).click();
  await page.getByText('Leo Paz ya no está en la clase').waitFor();
  await site.runDue(offerSeats);
  await page.getByRole('button', { name: 'Darle el lugar a Zoe Mar' }).press('Enter');
  await page.getByText('Zoe Mar ya tiene su lugar').waitFor();
  await page.getByRole('list', { name: 'Lista de espera (1)' }).getByText('1. Iván Sol').waitFor();
  await page.getByRole('list', { name: 'Lista de asistencia' }).getByText('Zoe Mar').waitFor();
  await expectWell(page);
  await end();
});

it('an organiser takes a seat away that is offered to a student, who reads the reason, and the next one is offered it', async () => {
  const [seated, first, second] = [
    await site.person({ name: 'Leo Paz' }),
    await site.person({ name: 'Zoe Mar' }),
    await site.person({ name: 'Iván Sol' }),
  ];
  const id = await addClass(site, {
    title: 'Coreano',
    by: teacher,
    startsAt: minutesFromNow(48 * 60),
    people: [seated],
  });
  await site.db.updateTable('classes').set({ maxStudents: 1 }).where('id', '=', id).execute();
  for (const person of [first, second]) await site.request(person, 'POST', `/api/classes/${id}/waiting`);
  await site.request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
  await site.runDue(offerSeats);
  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  const waiting = page.getByRole('list', { name: 'Lista de espera (1)' });
  await waiting.getByText(/^Tiene un lugar apartado hasta/).waitFor();
  await expectWell(page);
  await waiting.getByRole('button', { name: 'Quitar a Zoe Mar' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '¿Quitar a Zoe Mar?' });
  await dialog.getByRole('textbox', { name: 'Motivo (opcional)' }).fill('Ya no responde.');
  await dialog.getByText('Sale de la lista de espera de «Coreano»', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Sí, quitar' }).press('Enter');
  await page.getByText('Zoe Mar ya no está en la lista de espera').waitFor();
  await site.runDue(offerSeats);
  await page.getByRole('button', { name: 'Darle el lugar a Iván Sol' }).waitFor();
  await end();

  const hers = await visit(site, phone, first);
  await go(hers.page, '/notifications');
  await hers.page
    .getByRole('link', {
      name: /^Quien organiza «Coreano».* te quitó de la lista de espera.*Motivo: Ya no responde\./,
    })
    .waitFor();
  await hers.end();
});

it('an organiser takes a seat away that a student is still paying for, and takes another off the waiting list', async () => {
  const [buyer, first, second] = [
    await site.person({ name: 'Ema Caja' }),
    await site.person({ name: 'Zoe Mar', tier: 'premium' }),
    await site.person({ name: 'Iván Sol', tier: 'premium' }),
  ];
  const id = await addClass(site, { title: 'Francés', by: teacher, startsAt: minutesFromNow(72 * 60) });
  const sold = { requiredTier: 'premium', priceCents: 3330, currency: 'MXN', maxStudents: 1 } as const;
  await site.db.updateTable('classes').set(sold).where('id', '=', id).execute();
  expect((await site.request(buyer, 'POST', `/api/classes/${id}/seat-checkout`, {})).status).toBe(200);
  for (const person of [first, second]) await site.request(person, 'POST', `/api/classes/${id}/waiting`);
  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  const paying = page.getByRole('list', { name: 'Por pagar (1)' });
  await paying.getByText(/^Su lugar se guarda hasta el/).waitFor();
  const waiting = page.getByRole('list', { name: 'Lista de espera (2)' });
  await expectWell(page);
  await waiting.getByRole('button', { name: 'Quitar a Iván Sol' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^¿Quitar a/ });
  await dialog.getByText('Sale de la lista de espera de «Francés»', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Sí, quitar' }).press('Enter');
  await page.getByText('Iván Sol ya no está en la lista de espera').waitFor();
  await page.getByRole('list', { name: 'Lista de espera (1)' }).getByText('1. Zoe Mar').waitFor();
  await paying.getByRole('button', { name: 'Quitar a Ema Caja' }).press('Enter');
  await dialog.getByText('Si paga de todos modos, se le devuelve.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Sí, quitar' }).press('Enter');
  await page.getByText('Ema Caja ya no está en la clase').waitFor();
  await expect.poll(() => paying.count()).toBe(0);
  await expectWell(page);
  await end();
});

it('the focus goes from a student who is taken off the roster to the next one, and from the last one to the one before', async () => {
  const people = [
    await site.person({ name: 'Ana Ruiz' }),
    await site.person({ name: 'Leo Paz' }),
    await site.person({ name: 'Zoe Mar' }),
  ];
  const id = await addClass(site, {
    title: 'Francés',
    by: teacher,
    startsAt: minutesFromNow(48 * 60),
    people,
  });
  const { page, end } = await visit(site, desktop, teacher);
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  const roll = page.getByRole('list', { name: 'Lista de asistencia' });
  const dialog = page.getByRole('dialog', { name: /^¿Quitar a/ });
  const focused = () => roll.locator('li:has(:focus)').allTextContents();
  for (const [gone, next] of [
    ['Leo Paz', 'Zoe Mar'],
    ['Zoe Mar', 'Ana Ruiz'],
  ] as const) {
    await roll.getByRole('button', { name: `Quitar a ${gone}` }).press('Enter');
    await dialog.getByRole('button', { name: 'Sí, quitar' }).press('Enter');
    await page.getByText(`${gone} ya no está en la clase`).waitFor();
    await expect.poll(focused).toEqual([expect.stringContaining(next)]);
  }
  await end();
});
