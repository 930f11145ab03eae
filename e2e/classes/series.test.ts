import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '#shared/time/durations.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, resize, visit } from '../visit.ts';
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

const titlesToCome = async () =>
  (await site.db.selectFrom('classes').select('title').where('status', '=', 'scheduled').execute()).map(
    ({ title }) => title,
  );

it('an administrator sets up clubs that repeat, one after another, and reads beforehand what will be made', async () => {
  const admin = await site.person({ role: 'admin', zone: 'America/Bogota' });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/classes?view=list&new=');
  const form = page.getByRole('region', { name: 'Nueva clase' });
  // The first chosen day of the week fills in today as the first day.
  await form.getByText('Club', { exact: true }).click();
  await form.getByText('Mar', { exact: true }).click();
  await form.getByText('Jue', { exact: true }).click();
  const heightOfDay = () =>
    form
      .getByText('Dom', { exact: true })
      .evaluate((day) => day.closest('label')?.getBoundingClientRect().height);
  await expect.poll(heightOfDay, { message: 'a day is for a finger' }).toBeGreaterThanOrEqual(44);
  await form.getByLabel('Título').fill('English Coffee');
  await form.getByLabel('Descripción').fill('Hablamos de la semana.');
  await form.getByLabel('Tarjeta para conversar').fill('El viaje que salió mal\n- ¿A dónde ibas?');
  await form.getByLabel(/^Día/).fill(inDays(1));
  await form.getByLabel(/^Hora/).first().fill('19:00');
  await form.getByText(/Cada martes y jueves a las 19:00, sin fin\..*ahora 16\./).waitFor();
  await form.getByLabel('Hasta el día').fill(inDays(21));
  await form.getByText(/Cada martes y jueves a las 19:00: 6 clases, hasta el /).waitFor();
  await expectWell(page);
  await form.getByRole('button', { name: 'Crear y agregar otra' }).click();
  await expect.poll(titlesToCome).toHaveLength(6);

  // The form stays with everything but the title: the next club is its title and its hour.
  await expect.poll(() => form.getByLabel('Título').inputValue()).toBe('');
  await form.getByLabel('Título').fill('Apéro');
  await form.getByText('Choca con otras clases').waitFor();
  await expectWell(page);
  await form.getByLabel(/^Hora/).first().fill('20:30');
  await form.getByText('Choca con otras clases').waitFor({ state: 'hidden' });
  await form.getByRole('button', { name: 'Crear clase' }).click();
  await form.waitFor({ state: 'hidden' });
  await expect.poll(titlesToCome).toHaveLength(12);

  await resize(page, desktop);
  const block = page.getByRole('button', { name: /English Coffee/ }).first();
  await block.getByText('Se repite cada martes y jueves').waitFor();
  await block.click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(/Cada martes y jueves, hasta el /).waitFor();
  const card = drawer.getByRole('region', { name: 'Para conversar' });
  await card.getByText('El viaje que salió mal').waitFor();
  await card.getByRole('listitem').getByText('¿A dónde ibas?', { exact: true }).waitFor();
  await expectWell(page, [desktop]);
  await end();
});

/*
 * A week of 25 clubs in five minutes: five clubs from Monday to Friday are 12 presses and 12 typed fields. With a
 * generous 5 seconds a press and 15 seconds a field, reading included, that is 60 + 180 seconds: four minutes.
 */
it('a teacher sets up a week of 25 clubs with a dozen presses and a dozen typed fields', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
  const { page, end } = await visit(site, desktop, teacher);
  await go(page, '/admin/classes?view=list');
  const done = { presses: 0, fields: 0 };
  const press = async (what: Locator) => {
    await what.click();
    done.presses++;
  };
  const type = async (what: Locator, words: string) => {
    await what.fill(words);
    done.fields++;
  };
  await press(page.getByRole('button', { name: 'Nueva clase' }).first());
  const form = page.getByRole('region', { name: 'Nueva clase' });
  await press(form.getByText('Club', { exact: true }));
  for (const day of ['Lun', 'Mar', 'Mié', 'Jue', 'Vie']) await press(form.getByText(day, { exact: true }));
  await type(form.getByLabel('Descripción'), 'Una taza, un tema y pocas personas.');
  // Those of today may have begun.
  await type(form.getByLabel(/^Día/), inDays(1));
  for (const hour of ['08:00', '10:00', '12:00', '17:00', '19:00']) {
    await type(form.getByLabel('Título'), `Club de las ${hour}`);
    await type(form.getByLabel(/^Hora/).first(), hour);
    const isLast = hour === '19:00';
    await press(form.getByRole('button', { name: isLast ? 'Crear clase' : 'Crear y agregar otra' }));
    // The form is ready for the next club once its title is empty.
    if (isLast) await form.waitFor({ state: 'hidden' });
    else await expect.poll(() => form.getByLabel('Título').inputValue()).toBe('');
  }
  await end();
  expect(done).toEqual({ presses: 12, fields: 12 });
  const clubs = await site.db
    .selectFrom('classes')
    .select(({ fn }) => fn.countAll<number>().as('clubs'))
    .where('createdBy', '=', teacher.id)
    .where('kind', '=', 'club')
    .where('startsAt', '>=', new Date(`${inDays(7)}T00:00:00-05:00`))
    .where('startsAt', '<', new Date(`${inDays(14)}T00:00:00-05:00`))
    .executeTakeFirstOrThrow();
  expect(clubs).toEqual({ clubs: 25 });
  await site.db.deleteFrom('classes').where('createdBy', '=', teacher.id).execute();
});

it('a teacher changes a club and those that follow, cancels one, then those that follow, and changes and cancels all that are left', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
  const title = 'Café con idiomas';
  const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: inDays(8) };
  const form = { kind: 'club', title, description: 'De prueba', date: inDays(3), time: '10:00' };
  const answer = await site.request(teacher, 'POST', '/api/classes', { ...form, repeats: daily });
  expect(answer.status).toBe(200);
  /** The hours in Bogotá of its six classes, by day; those of cancelled ones in brackets. */
  const hours = async () => {
    const classes = await site.db
      .selectFrom('classes')
      .select(['startsAt', 'status'])
      .where('title', '=', title)
      .orderBy('startsAt')
      .execute();
    return classes.map(({ startsAt, status }) => {
      const hour = String(startsAt.getUTCHours() - 5);
      return status === 'cancelled' ? `(${hour})` : hour;
    });
  };
  const third = await site.db
    .selectFrom('classes')
    .select('id')
    .where('title', '=', title)
    .orderBy('startsAt')
    .offset(2)
    .executeTakeFirstOrThrow();

  const { page, end } = await visit(site, phone, teacher);
  await go(page, `/admin/classes?class=${third.id}`);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText(/^Cada día, hasta el /).waitFor();
  await drawer.getByRole('button', { name: 'Editar' }).click();
  await drawer.getByLabel(/^Hora/).first().fill('11:00');
  await drawer.getByLabel('Esta y las que siguen').check();
  // Without the weekday of the last one, that one is left over.
  const lastWeekday = new Date(`${inDays(8)}T12:00:00Z`).getUTCDay() || 7;
  const weekdays = drawer.getByRole('group', { name: 'Días de la semana' });
  await weekdays
    .locator('label')
    .nth(lastWeekday - 1)
    .click();
  await drawer.getByRole('textbox', { name: 'Por qué se cancelan las que sobran' }).fill('Menos días.');
  await expectWell(page);
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect.poll(hours).toEqual(['10', '10', '11', '11', '11', '(10)']);
  const forGroup = drawer.getByRole('textbox', { name: 'Texto para tu grupo' });
  await expect
    .poll(() => forGroup.inputValue())
    .toMatch(/\nTambién cambian todas las que siguen:\nCada .*, hasta el .* · 11:00\nHoras de Bogotá\n/);

  const asking = page.getByRole('dialog', { name: /^¿Cancelar est(a clase|as clases)\?$/ });
  async function ask() {
    await drawer.getByRole('button', { name: /^Acciones de/ }).click();
    await page.getByRole('menuitem', { name: 'Cancelar clase' }).click();
    await asking.getByRole('textbox', { name: 'Motivo' }).fill('Se fue la luz.');
  }
  await ask();
  await asking.getByLabel('Esta y las que siguen').check();
  await asking
    .getByText(/y las que siguen quedarán como canceladas.* Clases: 3\. Estudiantes: 0\.$/)
    .waitFor();
  await asking.getByRole('heading', { name: '¿Cancelar estas clases?' }).waitFor();
  await expectWell(page);
  // The next time it is about this class alone again, though it was not the last time.
  await asking.getByRole('button', { name: 'No, dejarlas' }).click();
  await asking.waitFor({ state: 'detached' });
  await ask();
  await expect.poll(() => asking.getByLabel('Solo esta').isChecked()).toBe(true);
  await asking.getByRole('heading', { name: '¿Cancelar esta clase?' }).waitFor();
  await asking.getByRole('button', { name: 'Cancelar la clase' }).click();
  await expect.poll(hours).toEqual(['10', '10', '(11)', '11', '11', '(10)']);
  await expect
    .poll(() => forGroup.inputValue())
    .toMatch(/Café con idiomas.*\nMotivo: Se fue la luz\.\nHoras de/);

  await asking.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByText('Lista', { exact: true }).click();
  const fourth = page.getByRole('button', { name: new RegExp(`^(?!Acciones).*${title}`) }).nth(3);
  await fourth.click();
  await ask();
  await asking.getByLabel('Esta y las que siguen').check();
  await asking.getByRole('button', { name: 'Cancelar las clases' }).click();
  await expect.poll(hours).toEqual(['10', '10', '(11)', '(11)', '(11)', '(10)']);
  await expect.poll(() => forGroup.inputValue()).toContain('También se cancelan todas las que siguen.');

  await asking.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: new RegExp(`^(?!Acciones).*${title}`) })
    .nth(1)
    .click();
  await drawer.getByRole('button', { name: 'Editar' }).click();
  await drawer.getByLabel(/^Hora/).first().fill('12:00');
  await drawer.getByLabel('Todas las que faltan').check();
  await drawer.getByText('No se agrega ni se cancela ninguna clase.').waitFor();
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect.poll(hours).toEqual(['12', '12', '(11)', '(11)', '(11)', '(10)']);
  await ask();
  await asking.getByLabel('Todas las que faltan').check();
  await asking.getByText(/^Todas las clases que faltan de .* Clases: 2\. Estudiantes: 0\.$/).waitFor();
  await asking.getByRole('button', { name: 'Cancelar las clases' }).click();
  await expect.poll(hours).toEqual(['(12)', '(12)', '(11)', '(11)', '(11)', '(10)']);
  await end();
});

it('a teacher lets a series go on and ends it earlier, and reads before how many classes and students that is', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
  const title = 'Un mes de charla';
  const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: inDays(8) };
  const form = { kind: 'club', title, description: 'De prueba', date: inDays(3), time: '10:00' };
  await site.request(teacher, 'POST', '/api/classes', { ...form, repeats: daily });
  const classes = async () =>
    site.db
      .selectFrom('classes')
      .select(['id', 'status'])
      .where('title', '=', title)
      .orderBy('startsAt')
      .execute();
  const [first, second] = await classes();
  const { page, end } = await visit(site, phone, teacher);
  await go(page, `/admin/classes?class=${second?.id}`);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: 'Editar' }).click();
  await drawer.getByLabel('Esta y las que siguen').check();
  const ends = drawer.getByRole('radiogroup', { name: 'Termina' });
  await drawer.getByText(/^Ahora, el \d+ de /).waitFor();
  await ends.getByLabel('Sin fecha final').check();
  await drawer.getByText('Se agregan 50 clases.').waitFor();
  await expectWell(page);
  await ends.getByLabel('En una fecha').check();
  await drawer.getByLabel(/^Último día/).fill('');
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await drawer.getByText('Elige el último día').waitFor();
  await drawer.getByLabel(/^Último día/).fill(inDays(6));
  await drawer.getByText(/^Se cancelan 2 clases\. Todavía no se inscribió nadie\.$/).waitFor();
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await drawer.getByText('Cuenta por qué se cancela').waitFor();
  await drawer.getByRole('textbox', { name: 'Por qué se cancelan las que sobran' }).fill('Me voy de viaje.');
  await expectWell(page);
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect.poll(async () => (await classes()).map(({ status }) => status[0]).join('')).toBe('sssscc');
  await drawer.getByText(/^Cada día, hasta el /).waitFor();
  const forGroup = drawer.getByRole('textbox', { name: 'Texto para tu grupo' });
  await expect
    .poll(() => forGroup.inputValue())
    .toMatch(/^Cambian las clases de «Un mes de charla» que siguen:\nCada /);
  expect(await classes()).toContainEqual(first);
  await end();
  await site.db.deleteFrom('classes').where('title', '=', title).execute();
});

it('an administrator keeps days without classes, which teachers read, and cancels what is on them', async () => {
  const admin = await site.person({ role: 'admin', zone: 'America/Bogota' });
  const title = 'Charla del domingo';
  // Later than the classes that other tests left.
  const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: inDays(78) };
  const form = { kind: 'club', title, description: 'De prueba', date: inDays(73), time: '10:00' };
  await site.request(admin, 'POST', '/api/classes', { ...form, repeats: daily });
  const teacher = await site.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
  const alone = { ...form, title: 'Una sola vez', date: inDays(75) };
  expect((await site.request(teacher, 'POST', '/api/classes', alone)).status).toBe(200);
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/classes?view=list');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await route(page, '**/api/classes/holidays', async (asked) => {
    await held;
    await asked.fallback();
  });
  await openTool(page, 'Días sin clases');
  const drawer = page.getByRole('dialog', { name: 'Días sin clases' });
  await drawer.getByRole('status', { name: 'Cargando...' }).waitFor();
  release();
  await drawer.getByText('Todavía no hay ninguno.').waitFor();
  await unroute(page, '**/api/classes/holidays');
  await drawer.getByLabel(/^Día sin clases/).fill(inDays(75));
  await drawer.getByLabel(/^Nombre/).fill('Fiesta patria');
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Agregar día' }).click();
  await page.getByText('Día agregado').waitFor();
  const holiday = drawer.getByRole('region', { name: 'Fiesta patria' });
  await holiday.getByText('Ese día ya tiene 2 clases').waitFor();
  await expectWell(page);

  const reading = await visit(site, phone, teacher);
  await go(reading.page, '/admin/classes?view=list&new=');
  const newClass = reading.page.getByRole('region', { name: 'Nueva clase' });
  await newClass.getByLabel(/^Día/).fill(inDays(75));
  await newClass.getByLabel(/^Hora/).first().fill('09:00');
  await newClass.getByText('Es un día sin clases').waitFor();
  await expectWell(reading.page, [phone]);
  await openTool(reading.page, 'Días sin clases');
  const readOnly = reading.page.getByRole('dialog', { name: 'Días sin clases' });
  await readOnly.getByRole('region', { name: 'Fiesta patria' }).getByText('Ese día das 1 clase').waitFor();
  await expect.poll(() => readOnly.getByRole('button', { name: /Quitar|Agregar|Cancelar/ }).count()).toBe(0);
  await expectWell(reading.page, [phone]);
  await reading.end();

  await holiday.getByRole('button', { name: 'Cancelar las clases de ese día: Fiesta patria' }).click();
  const asking = page.getByRole('dialog', { name: 'Cancelar las clases de ese día' });
  await asking.getByRole('textbox', { name: 'Motivo' }).fill('Es fiesta.');
  await asking.getByText(/^Fiesta patria: 2 clases quedarán/).waitFor();
  await asking.getByLabel('También 1 clase que no se repite').uncheck();
  await asking.getByText(/^Fiesta patria: 1 clase quedará/).waitFor();
  await expectWell(page);
  await asking.getByRole('button', { name: 'Cancelarlas' }).click();
  const telling = page.getByRole('dialog', { name: 'Clases canceladas' });
  const text = telling.getByRole('textbox', { name: 'Texto para tu grupo' });
  await expect
    .poll(() => text.inputValue())
    .toMatch(/^\*Sin clases: Fiesta patria\*\n.*\nSe cancelan:\n· Charla del domingo\nMotivo: Es fiesta\.$/);
  await expectWell(page);
  await telling.getByRole('button', { name: 'Cerrar' }).click();
  await holiday.getByText('Ese día ya tiene 1 clase').waitFor();
  const cancelled = await site.db
    .selectFrom('classes')
    .select('cancelReason')
    .where('title', '=', title)
    .where('status', '=', 'cancelled')
    .execute();
  expect(cancelled).toEqual([{ cancelReason: 'Es fiesta.' }]);
  const remove = holiday.getByRole('button', { name: 'Quitar: Fiesta patria' });
  await remove.click();
  const removing = page.getByRole('dialog', { name: '¿Quitar este día sin clases?' });
  await removing.getByText(/las clases que se repiten se crearán también ese día/).waitFor();
  await expectWell(page);
  await removing.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => removing.count()).toBe(0);
  await remove.click();
  const confirm = () => removing.getByRole('button', { name: 'Quitar y crear clases' }).click();
  await seeFailureToast(page, { of: '**/holidays/*', says: 'No se pudieron guardar los días' }, confirm);
  await seeToast(page, 'Día quitado', confirm);
  await drawer.getByText('Todavía no hay ninguno.').waitFor();
  await end();
});
