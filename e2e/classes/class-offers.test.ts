import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#shared/time/durations.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/** A day on the calendar of Bogotá, where the classes are given. */
const inDays = (days: number) =>
  calendarDay(new Date(Date.now() + days * dayMs).toISOString(), 'America/Bogota');

it('a teacher offers a series to another one, who accepts it on their desk', async () => {
  const [giver, taker] = [
    await site.person({ role: 'teacher', verified: true, name: 'Ana Ríos' }),
    await site.person({ role: 'teacher', verified: true, name: 'Hugo Paz' }),
  ];
  const title = 'Charla de los lunes';
  const form = { title, description: 'Hablamos.', date: inDays(2), time: '18:00' };
  const repeats = { weekdays: [1], until: null };
  expect((await site.request(giver, 'POST', '/api/classes', { ...form, repeats })).status).toBe(200);
  const offering = await visit(site, desktop, giver);
  await go(offering.page, '/admin/classes?view=list');
  await offering.page
    .getByRole('button', { name: new RegExp(`${title}$`) })
    .first()
    .click();
  await offering.page.getByRole('menuitem', { name: 'Proponerla a otra persona' }).click();
  const dialog = offering.page.getByRole('dialog', { name: '¿A quién se la propones?' });
  await dialog.getByLabel('Todas las que faltan').check();
  await dialog.getByRole('combobox', { name: 'Profe' }).click();
  await offering.page.getByRole('option', { name: 'Hugo Paz' }).click();
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await offering.page.getByText('Se lo propusimos a Hugo Paz').waitFor();
  await offering.end();

  const taking = await visit(site, phone, taker);
  await go(taking.page, '/teacher');
  const offers = taking.page.getByRole('region', { name: 'Clases que cambian de manos' });
  await offers.getByText(/^Ana Ríos te propone darla desde el /).waitFor();
  await expectWell(taking.page, [phone]);
  await offers.getByRole('button', { name: `Aceptar: ${title}` }).click();
  await offers.waitFor({ state: 'detached' });
  const region = taking.page.getByRole('region', { name: 'Tu próxima clase' });
  await region.getByRole('link', { name: title }).waitFor();
  await taking.end();
});

it('a teacher offers one evening to another one, takes it back, offers it again, and the other one accepts', async () => {
  const [giver, taker] = [
    await site.person({ role: 'teacher', verified: true, name: 'Ana Ríos', zone: 'America/Bogota' }),
    await site.person({ role: 'teacher', verified: true, name: 'Hugo Luna', zone: 'Europe/Madrid' }),
  ];
  const title = 'Charla de cada noche';
  const form = {
    title,
    description: 'Hablamos.',
    date: inDays(2),
    time: '18:00',
    language: 'en',
    level: 'basic',
  };
  const repeats = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: inDays(4) };
  expect((await site.request(giver, 'POST', '/api/classes', { ...form, repeats })).status).toBe(200);
  const offering = await visit(site, phone, giver);
  const { page } = offering;
  await go(page, '/admin/classes?view=list');
  const menu = page.getByRole('button', { name: new RegExp(`^Acciones.*${title}$`) }).first();
  const dialog = page.getByRole('dialog', { name: '¿A quién se la propones?' });
  const block = page.getByRole('button', { name: new RegExp(`^(?!Acciones).*${title}`) }).first();
  async function offer() {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Proponerla a otra persona' }).click();
    await dialog.getByRole('combobox', { name: 'Profe' }).fill('Hugo L');
    await page.getByRole('option', { name: 'Hugo Luna' }).click();
    await expectWell(page, [phone]);
    await dialog.getByRole('button', { name: 'Proponer' }).press('Enter');
    await block.getByText('Propuesta a Hugo Luna').waitFor();
  }
  await offer();
  await expectWell(page, [phone]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Retirar la propuesta' }).click();
  await block.getByText('Propuesta a Hugo Luna').waitFor({ state: 'detached' });
  await offer();
  await block.click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Esperamos la respuesta de Hugo Luna.').waitFor();
  await drawer.getByRole('button', { name: 'Editar' }).click();
  const ends = drawer.getByText('Con otra fecha u hora termina tu propuesta a Hugo Luna.');
  await ends.waitFor({ state: 'detached' });
  await drawer.getByLabel(/^Hora/).fill('19:00');
  await ends.waitFor();
  await expectWell(page, [phone]);
  await offering.end();

  const taking = await visit(site, phone, taker);
  await go(taking.page, '/teacher');
  const offers = taking.page.getByRole('region', { name: 'Clases que cambian de manos' });
  await offers.getByText('Ana Ríos te pide darla esta vez.').waitFor();
  await offers.getByText('0 estudiantes de 12').waitFor();
  await expectWell(taking.page, [phone]);
  await offers.getByRole('button', { name: new RegExp(`^Aceptar: ${title}, `) }).click();
  await offers.waitFor({ state: 'detached' });
  const region = taking.page.getByRole('region', { name: 'Tu próxima clase' });
  await region.getByRole('link', { name: title }).waitFor();
  await taking.end();
  const teachers = await site.db
    .selectFrom('classes')
    .select('createdBy')
    .where('title', '=', title)
    .orderBy('startsAt')
    .execute();
  expect(teachers.map(({ createdBy }) => createdBy)).toEqual([taker.id, giver.id, giver.id]);
});
