import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#shared/time/durations.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeToast } from '../failure-toast.ts';
import { expectWell, go, phone, visit } from '../visit.ts';
import { openTool } from './organised-class.ts';

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

it('an administrator makes several days holidays at once, takes them back, and removes or clears all of them together', async () => {
  const admin = await site.person({ role: 'admin', zone: 'America/Bogota' });
  const title = 'Charla de las fiestas';
  const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: inDays(85) };
  const form = { kind: 'club', title, description: 'De prueba', date: inDays(80), time: '10:00' };
  await site.request(admin, 'POST', '/api/classes', { ...form, repeats: daily });
  await site.request(admin, 'PUT', `/api/classes/holidays/${inDays(82)}`, { name: 'Aniversario' });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/classes?view=list');
  await openTool(page, 'Días sin clases');
  const drawer = page.getByRole('dialog', { name: 'Días sin clases' });
  const last = drawer.getByLabel(/^Último día, si son varios/);
  const add = async () => {
    await drawer.getByLabel(/^Día sin clases/).fill(inDays(80));
    await last.fill(inDays(83));
    await drawer.getByLabel(/^Nombre/).fill('Fiestas');
    await seeToast(page, 'Días agregados', () => drawer.getByRole('button', { name: 'Agregar día' }).click());
  };
  await drawer.getByText('Hasta 14 días de una vez.').waitFor();
  await drawer.getByLabel(/^Día sin clases/).fill(inDays(80));
  await expect.poll(() => last.getAttribute('max')).toBe(inDays(93));
  await add();
  const holidays = drawer.getByRole('region', { name: 'Fiestas' });
  // The anniversary between them keeps its name.
  await expect.poll(() => holidays.count()).toBe(2);
  await holidays.first().getByText('Esos días ya tienen 2 clases').waitFor();
  await holidays.last().getByText('Ese día ya tiene 1 clase').waitFor();
  await expectWell(page);
  await seeToast(page, 'Días quitados', () => page.getByRole('button', { name: 'Deshacer' }).click());
  await expect.poll(() => holidays.count()).toBe(0);
  await drawer.getByRole('region', { name: 'Aniversario' }).waitFor();
  await add();
  await holidays.first().getByRole('button', { name: 'Cancelar las clases de esos días: Fiestas' }).click();
  const asking = page.getByRole('dialog', { name: 'Cancelar las clases de esos días' });
  await asking.getByText(/^Fiestas: 2 clases quedarán/).waitFor();
  await asking.getByRole('textbox', { name: 'Motivo' }).fill('Descansamos.');
  await expectWell(page);
  await asking.getByRole('button', { name: 'Cancelarlas' }).click();
  const telling = page.getByRole('dialog', { name: 'Clases canceladas' });
  await telling.getByRole('button', { name: 'Cerrar' }).click();
  await expect.poll(() => holidays.first().getByRole('alert').count()).toBe(0);
  await holidays.first().getByRole('button', { name: 'Quitar: Fiestas' }).click();
  const removing = page.getByRole('dialog', { name: '¿Quitar estos días sin clases?' });
  await expectWell(page);
  const confirm = () => removing.getByRole('button', { name: 'Quitar y crear clases' }).click();
  await seeToast(page, 'Días quitados', confirm);
  await expect.poll(() => holidays.count()).toBe(1);
  await end();
});
