import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tier } from '#shared/actor.ts';
import type { Person } from '../src/testing/community.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { seeFailureToast } from './failure-toast.ts';
import { route, unroute } from './route.ts';
import { expectWell, go, phone, tryAgain, visit } from './visit.ts';

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

/** Opens the drawer of a class for its organiser, by its address. */
async function openDrawer(page: Page, id: string): Promise<void> {
  await go(page, `/admin/classes?class=${id}`);
  await page.getByRole('dialog').first().waitFor();
}

it('a teacher moves a class and cancels it; who is enrolled is told and sees both', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person();
  const title = `Club de cine`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(26 * 60), people: [student] });
  const theirs = await visit(site, phone, student);
  await go(theirs.page, '/classes?tab=upcoming');
  const card = theirs.page.getByRole('article').filter({ hasText: title });
  await card.getByText('Tienes tu lugar').waitFor();

  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  await page.getByRole('button', { name: 'Editar' }).click();
  const drawer = page.getByRole('dialog');
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Título' }).inputValue()).toBe(title);
  await expectWell(page);
  await drawer.getByLabel(/^Hora/).first().fill('21:45');
  await drawer.getByRole('textbox', { name: 'Lugares' }).fill('5');
  const save = () => drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await seeFailureToast(page, { of: '**/api/classes/*', says: 'No se pudo actualizar la clase' }, save);
  await save();
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

  await drawer.getByRole('button', { name: /^Acciones de/ }).click();
  await page.getByRole('menuitem', { name: 'Cancelar clase' }).click();
  const asking = page.getByRole('dialog', { name: '¿Cancelar esta clase?' });
  await asking.getByRole('button', { name: 'Cancelar la clase' }).click();
  await asking.getByText('Cuenta por qué se cancela').waitFor();
  await expectWell(page);
  // Leaving the question leaves the class open.
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: /^Acciones de/ }).click();
  await page.getByRole('menuitem', { name: 'Cancelar clase' }).click();
  await asking.getByRole('textbox', { name: 'Motivo' }).fill('Se fue la luz en el barrio.');
  const cancel = () => asking.getByRole('button', { name: 'Cancelar la clase' }).click();
  await seeFailureToast(page, { of: '**/cancellation', says: 'No se pudo cancelar la clase' }, cancel);
  await cancel();
  await page.getByText('Clase cancelada').waitFor();
  await drawer.getByText('Se fue la luz en el barrio.').waitFor();
  await expectWell(page);

  // Seen without a reload, struck out and with its reason.
  await card.getByText('Se fue la luz en el barrio.').waitFor();
  await expect.poll(() => card.getByRole('button', { name: /Cancelar inscripción/ }).count()).toBe(0);
  await expectWell(theirs.page);
  await expect.poll(() => noticesOf(student)).toEqual(['classes.moved', 'classes.cancelled']);
  await end();
  await theirs.end();
});

it('a teacher calls and closes the roll; who came gets minutes, coins and a day, and rates the class', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: `Inés` });
  const [ana, leo, zoe] = [
    await site.person({ name: 'Ana Ruiz' }),
    await site.person({ name: 'Leo Paz' }),
    await site.person({ name: 'Zoe Mar' }),
  ];
  const title = `Inglés en la cocina`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(-59), people: [ana, leo, zoe] });
  const { page, end } = await visit(site, phone, teacher, { mayBreak: true });
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByText('0 de 3 en la lista').first().waitFor();
  await page.getByText('Mientras nadie tenga su marca, la lista queda abierta', { exact: false }).waitFor();
  // Without a connection the roster cannot be read again either: the mark is taken back all the same.
  await route(page, /\/(attendance|roster)$/, (route) => route.abort());
  const notKept = page.getByRole('alert').filter({ hasText: 'No se pudo guardar la asistencia' });
  await Promise.all([
    notKept.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').waitFor(),
    page.getByRole('button', { name: 'Vino: Ana Ruiz', exact: true }).click(),
  ]);
  await page.getByText('0 de 3 en la lista').first().waitFor();
  await unroute(page, /\/(attendance|roster)$/);
  await page.getByRole('button', { name: 'Vino: Ana Ruiz', exact: true }).click();
  await page.getByRole('button', { name: 'No vino: Leo Paz' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('2 de 3 en la lista').first().waitFor();
  await page.getByText('se cierra sola un día después de la clase', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Los demás vinieron' }).click();
  await page.getByText('3 de 3 en la lista').first().waitFor();
  // The undo takes off only the marks that it is about.
  await page.getByRole('button', { name: 'Deshacer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('2 de 3 en la lista').first().waitFor();
  await page.getByRole('button', { name: 'Vino: Zoe Mar', exact: true }).click();
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
  // A walk-in is found by name and added to the open roll.
  await site.person({ name: 'Nora Sinlugar' });
  await page.getByRole('button', { name: 'Anotar a alguien más' }).click();
  await page.getByRole('searchbox', { name: 'Busca por nombre o correo' }).fill('nora sin');
  const walkIn = () => page.getByRole('button', { name: 'Anotar a Nora Sinlugar' }).click();
  await seeFailureToast(page, { of: '**/walk-ins', says: 'No se pudo anotar' }, walkIn);
  await walkIn();
  await page.getByText('4 de 4 en la lista').first().waitFor();
  await expectWell(page);

  const coinsOf = async (person: Person) =>
    (
      await site.db
        .selectFrom('wallets')
        .select('balance')
        .where('userId', '=', person.id)
        .executeTakeFirstOrThrow()
    ).balance;
  // A bonus of 50 coins and nothing else: the open roll pays no student.
  expect(await Promise.all([ana, leo, zoe].map(coinsOf))).toEqual([50, 50, 50]);
  await page.getByRole('button', { name: 'Cerrar lista' }).click();
  const closing = page.getByRole('dialog', { name: '¿Cerrar la lista?' });
  await closing.getByText('Vinieron 3 personas').waitFor();
  await closing.getByText('No vino 1 persona').waitFor();
  await closing.getByText('20 sumicoins').waitFor();
  await expectWell(page);
  const close = () => closing.getByRole('button', { name: 'Cerrar lista' }).click();
  await seeFailureToast(page, { of: '**/roll-closing', says: 'No se pudo cerrar la lista' }, close);
  await close();
  await page.getByText('Lista cerrada el').waitFor();
  expect(await Promise.all([ana, leo, zoe].map(coinsOf))).toEqual([75, 50, 75]);
  await expectWell(page);

  // The class ends: what was attended can be rated.
  await site.db
    .updateTable('classes')
    .set({ startsAt: minutesFromNow(-61) })
    .where('id', '=', id)
    .execute();
  const hers = await visit(site, phone, ana);
  await go(hers.page, '/dashboard');
  await hers.page.getByText('75', { exact: true }).first().waitFor();
  const profile = await site.db
    .selectFrom('profiles')
    .select(['streakDays', 'totalLearningMinutes'])
    .where('userId', '=', ana.id)
    .executeTakeFirst();
  expect(profile).toEqual({ streakDays: 1, totalLearningMinutes: 60 });
  // The notice leads to the class itself and asks for the rating.
  await go(hers.page, '/notifications');
  await hers.page.getByRole('link', { name: /^¿Qué te pareció/ }).click();
  await hers.page.getByRole('dialog').getByText('Asististe').waitFor();
  const dialog = hers.page.getByRole('dialog', { name: '¿Cómo estuvo?' });
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Elige de una a cinco estrellas').waitFor();
  await dialog.getByRole('radio', { name: '4 de 5 estrellas' }).focus();
  await hers.page.keyboard.press('Space');
  await dialog.getByRole('textbox').fill('Muy clara, aprendí tres recetas.');
  await dialog.getByRole('checkbox', { name: /^Pueden mostrar mis palabras/ }).check();
  await expectWell(hers.page);
  const send = () => dialog.getByRole('button', { name: 'Enviar' }).click();
  await seeFailureToast(hers.page, { of: '**/review', says: 'No se pudo guardar tu calificación' }, send);
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('Muy clara, aprendí tres recetas.');
  await send();
  await hers.page.getByText('¡Gracias por tu opinión!').waitFor();
  await go(hers.page, '/classes?tab=past');
  const card = hers.page.getByRole('article').filter({ hasText: title });
  await card.getByRole('button', { name: /^Cambiar calificación/ }).waitFor();
  await card.getByText('4.0 (1)', { exact: true }).waitFor();
  await expectWell(hers.page);
  await hers.end();

  const his = await visit(site, phone, leo);
  await go(his.page, '/classes?tab=past');
  await his.page.getByText('No asististe a esta clase.').waitFor();
  await expect.poll(() => his.page.getByRole('button', { name: /^Calificar/ }).count()).toBe(0);
  await his.end();

  await page.getByRole('tab', { name: 'Reseñas' }).click();
  await page.getByText('Muy clara, aprendí tres recetas.').waitFor();
  // An administrator can quote it; the teacher cannot.
  await expect.poll(() => page.getByRole('switch').count()).toBe(0);
  const admin = await site.person({ role: 'admin' });
  const read = await site.request(admin, 'GET', `/api/classes/${id}/reviews`);
  expect((await read.json()).items).toMatchObject([{ allowed: { quote: null }, isQuoted: false }]);
  await expectWell(page);
  await end();
});

it('a class form shows what an administrator changed meanwhile and keeps what the teacher typed', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = `Clase a cuatro manos`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(50 * 60) });
  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  await page.getByRole('button', { name: 'Editar' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Descripción' }).fill('Lo que yo escribo.');
  const admin = await site.person({ role: 'admin' });
  await site.request(admin, 'PATCH', `/api/classes/${id}`, { version: 1, durationMinutes: 45 });
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Duración' }).inputValue()).toBe('45 min');
  await expect
    .poll(() => drawer.getByRole('textbox', { name: 'Descripción' }).inputValue())
    .toBe('Lo que yo escribo.');
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

it('the desk of a teacher opens a class that has ended with its roll', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const ana = await site.person({ name: 'Ana Ruiz' });
  const title = `Con lista por pasar`;
  await addClass({ title, by: teacher, startsAt: minutesFromNow(-120), people: [ana] });
  const { page, end } = await visit(site, phone, teacher);
  await go(page, '/teacher');
  await page.getByRole('link', { name: `Pasar lista: ${title}` }).click();
  await page.getByRole('button', { name: 'Vino: Ana Ruiz', exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await end();
});

it('a teacher repairs a wrong link while the class is live; a cancelled class promises no link', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = `Con enlace roto`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(-5) });
  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Sin enlace. Agrégalo para que puedan entrar.').waitFor();
  await drawer.getByRole('button', { name: /^Acciones de/ }).click();
  await page.getByRole('menuitem', { name: 'Cancelar clase' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Eliminar clase' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Cancelar clase' }).waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Cambiar enlace o descripción' }).click();
  await drawer.getByRole('textbox', { name: 'Enlace de la reunión' }).fill('https://meet.example.org/bueno');
  await expectWell(page);
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Clase actualizada').waitFor();
  const test = drawer.getByRole('link', { name: 'Probar' });
  await expect.poll(() => test.getAttribute('href')).toBe('https://meet.example.org/bueno');
  await drawer.getByRole('button', { name: 'Copiar' }).waitFor();
  const room = drawer.getByRole('link', { name: 'Entrar a la sala' });
  await expect.poll(() => room.getAttribute('href')).toBe('https://meet.example.org/bueno');
  await expectWell(page);
  await site.request(teacher, 'POST', `/api/classes/${id}/cancellation`, { reason: 'Se fue la luz.' });
  await drawer.getByText('Se fue la luz.').waitFor();
  await expect.poll(() => drawer.getByText('Enlace de la reunión').count()).toBe(0);
  await end();
});

it('an administrator gives the class of a revoked teacher to another teacher', async () => {
  const revoked = await site.person({ role: 'teacher', verified: true });
  await site.person({ role: 'teacher', verified: true, name: 'Hugo Relevo' });
  const title = `Sin quien la dé`;
  const id = await addClass({ title, by: revoked, startsAt: minutesFromNow(28 * 60) });
  await site.db
    .updateTable('teacherProfiles')
    .set({ verificationStatus: 'rejected' })
    .where('userId', '=', revoked.id)
    .execute();
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin');
  await page.getByRole('link', { name: /clases? sin quien las? dé/ }).waitFor();
  await openDrawer(page, id);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('Quien daba esta clase ya no puede darla').waitFor();
  await drawer.getByRole('button', { name: 'Cambiar quién la da' }).click();
  const asking = page.getByRole('dialog', { name: '¿Quién dará esta clase?' });
  await asking.getByRole('combobox', { name: 'Quién la dará' }).fill('Hugo');
  await page.getByRole('option', { name: 'Hugo Relevo' }).click();
  await expectWell(page);
  const give = () => asking.getByRole('button', { name: 'Dar la clase' }).click();
  await seeFailureToast(page, { of: '**/teacher', says: 'No se pudo cambiar quién la da' }, give);
  await give();
  await page.getByText('Ahora la da Hugo Relevo').waitFor();
  await drawer.getByText('Hugo Relevo').waitFor();
  await expectWell(page);
  await end();
});

it('a class above the student’s plan has one button, which offers its seat and the plan', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = `Solo premium`;
  await addClass({ title, by: teacher, startsAt: minutesFromNow(30 * 60), tier: 'premium' });
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes?tab=upcoming');
  const card = page.getByRole('article').filter({ hasText: title });
  // One action, which says what it costs; the dialog offers the seat and the plan.
  await card.getByText('Incluida en el plan Premium ($20 USD al mes)').waitFor();
  await expect.poll(() => card.getByRole('button').count()).toBe(1);
  await card.getByRole('button', { name: /^Desbloquear · desde \$3\.00\sUSD/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: /^Este lugar: \$3\.00\sUSD/ }).waitFor();
  await dialog.getByRole('heading', { name: /^Plan Premium · \$20\sUSD al mes/ }).waitFor();
  await expect
    .poll(() => dialog.getByRole('link', { name: 'Ver planes' }).getAttribute('href'))
    .toBe('/membership');
  await expectWell(page);
  await end();
});

it('nothing to show, and what could not be read, each say so', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = `Sin nadie`;
  const id = await addClass({ title, by: teacher, startsAt: minutesFromNow(40 * 60) });
  const student = await visit(site, phone, await site.person());
  await go(student.page, '/classes?tab=past');
  await student.page.getByText('Todavía no has tomado clases').waitFor();
  await expectWell(student.page);
  await student.end();

  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByText('Nadie se ha inscrito').waitFor();
  await page.getByRole('tab', { name: 'Reseñas' }).click();
  await page.getByText('Todavía no hay reseñas').waitFor();
  await expectWell(page);
  await end();

  const broken = await visit(site, phone, await site.person(), { mayBreak: true });
  const failing = { status: 500, json: { code: 'http/broken', message: '', requestId: '1' } };
  await route(broken.page, '**/api/classes/past*', (route) => route.fulfill(failing));
  await go(broken.page, '/classes?tab=past');
  await broken.page.getByRole('button', { name: 'Intentar de nuevo' }).waitFor();
  await expectWell(broken.page);
  await unroute(broken.page, '**/api/classes/past*');
  await tryAgain(broken.page);
  await broken.page.getByText('Todavía no has tomado clases').waitFor();
  await broken.end();
});
