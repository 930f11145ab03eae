import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tier } from '#shared/actor.ts';
import type { Person } from '../src/testing/community.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { expectWell, phone, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function addClass(facts: {
  title: string;
  by: Person;
  startsAt: Date;
  tier?: Tier;
  people?: Person[];
}) {
  const { title, by, startsAt, tier = 'free', people = [] } = facts;
  const { id } = await site.db
    .insertInto('classes')
    .values({ title, description: 'De prueba', startsAt, requiredTier: tier, createdBy: by.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const person of people) {
    await site.db.insertInto('classEnrollments').values({ classId: id, userId: person.id }).execute();
  }
  return id;
}

const noticesOf = async (person: Person) =>
  (await site.db.selectFrom('notifications').select('kind').where('userId', '=', person.id).execute()).map(
    ({ kind }) => kind,
  );

/** Opens a class in the organiser's list, which is the same on a phone and at a desk. */
async function openInList(page: Page, title: string): Promise<void> {
  await page.goto('/admin/classes');
  await page.getByText('Lista', { exact: true }).click();
  // With past days too: shortly after midnight, a class that began an hour ago is yesterday's.
  await page.getByRole('button', { name: 'Ver también las anteriores' }).click();
  await page
    .getByRole('button', { name: new RegExp(`^(?!Cancelar|Eliminar).*${title}`) })
    .first()
    .click();
}

it('a teacher moves a class and cancels it; who is enrolled is told and sees both', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person();
  const title = `Club de cine`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(26 * 60), people: [student] });
  const theirs = await visit(site, phone, student);
  await theirs.page.goto('/classes?tab=upcoming');
  const card = theirs.page.getByRole('article').filter({ hasText: title });
  await card.getByText('Tienes tu lugar').waitFor();

  const { page, end } = await visit(site, phone, teacher);
  await openInList(page, title);
  await page.getByRole('button', { name: 'Editar' }).click();
  const drawer = page.getByRole('dialog');
  expect(await drawer.getByRole('textbox', { name: 'Título' }).inputValue()).toBe(title);
  await expectWell(page);
  await drawer.getByLabel(/^Hora/).first().fill('21:45');
  await drawer.getByRole('textbox', { name: 'Lugares' }).fill('5');
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Clase actualizada').waitFor();
  // 21:45 in Bogotá is 20:45 in Mexico City.
  await card.getByText('20:45').waitFor();
  await expect.poll(() => noticesOf(student)).toEqual(['classes.moved']);
  const moved = await site.db
    .selectFrom('classes')
    .select(['maxStudents', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(moved).toEqual({ maxStudents: 5, version: 2 });

  await drawer.getByRole('button', { name: 'Cancelar clase' }).click();
  const asking = page.getByRole('dialog', { name: '¿Cancelar esta clase?' });
  await asking.getByRole('button', { name: 'Cancelar la clase' }).click();
  await asking.getByText('Cuenta por qué se cancela').waitFor();
  await expectWell(page);
  // Leaving the question leaves the class open.
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Cancelar clase' }).click();
  await asking.getByRole('textbox', { name: 'Motivo' }).fill('Se fue la luz en el barrio.');
  await asking.getByRole('button', { name: 'Cancelar la clase' }).click();
  await page.getByText('Clase cancelada').waitFor();
  await drawer.getByText('Se fue la luz en el barrio.').waitFor();
  await expectWell(page);

  // Seen without a reload, struck out and with its reason.
  await card.getByText('Se fue la luz en el barrio.').waitFor();
  expect(await card.getByRole('button', { name: /Cancelar inscripción/ }).count()).toBe(0);
  await expectWell(theirs.page);
  await expect.poll(() => noticesOf(student)).toEqual(['classes.moved', 'classes.cancelled']);
  await end();
  await theirs.end();
});

it('a teacher calls the roll; who was there gets minutes, coins and a day, and rates the class', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: `Inés` });
  const [ana, leo, zoe] = [
    await site.person({ name: 'Ana Ruiz' }),
    await site.person({ name: 'Leo Paz' }),
    await site.person({ name: 'Zoe Mar' }),
  ];
  const title = `Inglés en la cocina`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(-59), people: [ana, leo, zoe] });
  const { page, end } = await visit(site, phone, teacher);
  await openInList(page, title);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByText('0 de 3 en la lista').first().waitFor();
  await page.getByRole('button', { name: /Ana Ruiz/ }).click();
  await page.getByRole('button', { name: /Leo Paz.*Sin marcar/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Leo Paz.*No vino/ }).waitFor();
  await page.getByText('2 de 3 en la lista').first().waitFor();
  await page.getByRole('button', { name: 'Los demás vinieron' }).click();
  await page.getByText('3 de 3 en la lista').first().waitFor();
  await expectWell(page);
  const marks = async () =>
    site.db
      .selectFrom('classEnrollments')
      .innerJoin('users', 'users.id', 'userId')
      .select(['name', 'attended'])
      .where('classId', '=', id)
      .orderBy('name')
      .execute();
  await expect.poll(marks).toEqual([
    { name: 'Ana Ruiz', attended: true },
    { name: 'Leo Paz', attended: false },
    { name: 'Zoe Mar', attended: true },
  ]);

  // The class ends: what was attended can be rated.
  await site.db
    .updateTable('classes')
    .set({ startsAt: minutesFromNow(-61) })
    .where('id', '=', id)
    .execute();
  const hers = await visit(site, phone, ana);
  await hers.page.goto('/dashboard');
  await hers.page.getByText('70', { exact: true }).first().waitFor();
  const profile = await site.db
    .selectFrom('profiles')
    .select(['streakDays', 'totalLearningMinutes'])
    .where('userId', '=', ana.id)
    .executeTakeFirst();
  expect(profile).toEqual({ streakDays: 1, totalLearningMinutes: 60 });
  await hers.page.goto('/classes?tab=past');
  const card = hers.page.getByRole('article').filter({ hasText: title });
  await card.getByText('Asististe').waitFor();
  await card.getByRole('button', { name: /^Calificar/ }).click();
  const dialog = hers.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Elige de una a cinco estrellas').waitFor();
  await dialog.getByRole('radio', { name: '4 de 5 estrellas' }).focus();
  await hers.page.keyboard.press('Space');
  await dialog.getByRole('textbox').fill('Muy clara, aprendí tres recetas.');
  await expectWell(hers.page);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await hers.page.getByText('¡Gracias por tu opinión!').waitFor();
  await card.getByRole('button', { name: /^Cambiar calificación/ }).waitFor();
  await card.getByText('4.0', { exact: true }).waitFor();
  await expectWell(hers.page);
  await hers.end();

  const his = await visit(site, phone, leo);
  await his.page.goto('/classes?tab=past');
  await his.page.getByText('No asististe a esta clase.').waitFor();
  expect(await his.page.getByRole('button', { name: /^Calificar/ }).count()).toBe(0);
  await his.end();

  await page.getByRole('tab', { name: 'Reseñas' }).click();
  await page.getByText('Muy clara, aprendí tres recetas.').waitFor();
  await expectWell(page);
  await end();
});

it('what somebody else changed meanwhile is shown, and what was being typed stays', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = `Clase a cuatro manos`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(50 * 60) });
  const { page, end } = await visit(site, phone, teacher);
  await openInList(page, title);
  await page.getByRole('button', { name: 'Editar' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Descripción' }).fill('Lo que yo escribo.');
  const admin = await site.person({ role: 'admin' });
  await site.request(admin, 'PATCH', `/api/classes/${id}`, { version: 1, durationMinutes: 45 });
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Duración' }).inputValue()).toBe('45 min');
  expect(await drawer.getByRole('textbox', { name: 'Descripción' }).inputValue()).toBe('Lo que yo escribo.');
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Clase actualizada').waitFor();
  const row = await site.db
    .selectFrom('classes')
    .select(['description', 'durationMinutes'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ description: 'Lo que yo escribo.', durationMinutes: 45 });
  await end();
});

it('a plan that does not reach leads to the plans', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = `Solo premium`;
  await addClass({ title, by: teacher, startsAt: minutesFromNow(30 * 60), tier: 'premium' });
  const { page, end } = await visit(site, phone, await site.person());
  await page.goto('/classes?tab=upcoming');
  const card = page.getByRole('article').filter({ hasText: title });
  expect(await card.getByRole('link', { name: 'Ver planes' }).getAttribute('href')).toBe('/membership');
  await expectWell(page);
  await end();
});

it('synchronising says what came, and that it failed', async () => {
  const { page } = await visit(site, phone, await site.person({ role: 'admin' }));
  let answer = {
    status: 200,
    json: { imported: 2, skipped: 1, updated: 0, skippedBecause: [], vanished: [] },
  };
  await page.route('**/api/functions/sync-calendar', (route) => route.fulfill(answer));
  await page.goto('/admin/classes');
  const sync = page.getByRole('button', { name: 'Sincronizar calendario' });
  await sync.click();
  await page.getByText('Sincronización completada').waitFor();
  await page.getByText('2 eventos importados · 1 omitido').waitFor();
  answer = { status: 500, json: { code: 'http/broken', message: '', requestId: '1' } as never };
  await sync.click();
  await page.getByText('No se pudo sincronizar el calendario').waitFor();
  await page.context().close();
});

it('nothing to show, and what could not be read, each say so', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = `Sin nadie`;
  await addClass({ title, by: teacher, startsAt: minutesFromNow(40 * 60) });
  const student = await visit(site, phone, await site.person());
  await student.page.goto('/classes?tab=past');
  await student.page.getByText('Todavía no has tomado clases').waitFor();
  await expectWell(student.page);
  await student.end();

  const { page, end } = await visit(site, phone, teacher);
  await openInList(page, title);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByText('Nadie se ha inscrito').waitFor();
  await page.getByRole('tab', { name: 'Reseñas' }).click();
  await page.getByText('Todavía no hay reseñas').waitFor();
  await expectWell(page);
  await end();

  const broken = await visit(site, phone, await site.person(), { mayBreak: true });
  const failing = { status: 500, json: { code: 'http/broken', message: '', requestId: '1' } };
  await broken.page.route('**/api/classes/past*', (route) => route.fulfill(failing));
  await broken.page.goto('/classes?tab=past');
  await broken.page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor();
  await expectWell(broken.page);
  await broken.page.unroute('**/api/classes/past*');
  await broken.page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await broken.page.getByText('Todavía no has tomado clases').waitFor();
  await broken.end();
});
