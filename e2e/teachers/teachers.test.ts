import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route } from '../route.ts';
import { desktop, expectWell, go, phone, tryAgain, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Sobre ti').fill('Doy conversación desde hace años.');
  await page.getByRole('main').getByText('Francés', { exact: true }).click();
  await page.getByRole('main').getByText('Italiano', { exact: true }).click();
  const specialty = page.getByRole('combobox', { name: 'Especialidades' });
  await specialty.fill('  Viajes ');
  await specialty.press('Enter');
  await specialty.fill('Cine');
  await page.getByRole('button', { name: 'Agregar' }).click();
  await specialty.fill('viajes');
  await specialty.press('Enter');
  await page.getByLabel('Años de experiencia').fill('4');
}

/** A seat of three dollars in a class of theirs. */
async function pay(teacher: Person): Promise<void> {
  const student = await site.person();
  const { id: classId } = await site.db
    .insertInto('classes')
    .values({
      title: 'Una clase',
      description: 'De prueba',
      startsAt: new Date('2099-05-04'),
      createdBy: teacher.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('payments')
    .values({
      userId: student.id,
      kind: 'single',
      classId,
      amountCents: 300,
      method: 'card',
      provider: 'test',
      status: 'completed',
      teacherId: teacher.id,
      teacherShareCents: 210,
      platformShareCents: 90,
      completedAt: new Date(),
    })
    .execute();
}

/** The card of an applicant in the queue. */
function cardOf(page: Page, { name }: Person) {
  return page.getByRole('article', { name });
}

it('a member applies, an administrator approves, and the teacher creates classes', async () => {
  const person = await site.person({ name: 'Ana Ruiz' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/dashboard');
  await page.getByRole('link', { name: 'Enseñar en Sumi' }).click();
  await page.waitForURL('**/teacher');
  await page.getByText('Ganas el 70% de cada clase pagada', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Crear perfil de profesor' }).click();
  await page.getByText('Cuéntanos sobre ti.').waitFor();
  await page.getByText('Debes seleccionar al menos un idioma').waitFor();
  await expectWell(page);
  await fillIn(page);
  await expect.poll(() => page.getByText('viajes', { exact: true }).count()).toBe(0);
  await expectWell(page);
  await page.getByRole('button', { name: 'Crear perfil de profesor' }).click();
  await page.getByText('¡Éxito!').waitFor();
  await page.waitForURL('**/profile?tab=teacher');
  await page.getByText('Pendiente', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Crear clase' }).count()).toBe(0);
  await expectWell(page);

  const admin = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(admin.page, '/admin/teachers');
  const card = cardOf(admin.page, person);
  await card.getByText('Doy conversación desde hace años.').waitFor();
  await card.getByText('Cine').waitFor();
  await expectWell(admin.page);
  const approve = () => card.getByRole('button', { name: 'Aprobar' }).click();
  const undecided = { of: '**/approve', says: 'No se pudo guardar tu respuesta' };
  await seeFailureToast(admin.page, undecided, approve);
  await approve();
  await admin.page.getByText('Solicitud aprobada').waitFor();
  await card.waitFor({ state: 'detached' });

  // The page that was open all the while says so by itself; so does the bell.
  await page.getByText('Aprobado', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Avisos: 1 sin leer' }).click();
  await page.getByText('¡Ya puedes dar clases en Sumi!').waitFor();
  // The desk is one tap away, and says what there is to do.
  await go(page, '/feed');
  await page.getByRole('link', { name: 'Enseñar', exact: true }).first().click();
  await page.waitForURL('**/teacher');
  await page.getByText('No tienes clases por venir.').waitFor();
  const student = await site.person({ name: 'Nora Nueva' });
  const startsAt = new Date(Date.now() + 60 * 60_000);
  const classId = await insertClass(site.db, person, { title: 'Club de cine', startsAt });
  await site.db.insertInto('classEnrollments').values({ classId, userId: student.id }).execute();
  await page.reload();
  await page.getByRole('region', { name: 'Tu próxima clase' }).getByText('Club de cine').waitFor();
  await page.getByRole('region', { name: 'Estudiantes nuevos' }).getByText('Nora Nueva').waitFor();
  await page.getByRole('region', { name: 'Listas por pasar' }).getByText('Todo al día').waitFor();
  await page.getByRole('region', { name: 'Por cobrar' }).getByText('$0.00').waitFor();
  await expectWell(page);
  await page.getByRole('main').getByRole('link', { name: 'Clases que doy' }).click();
  await page.waitForURL('**/admin/classes');
  await page.goBack();
  await page.getByRole('link', { name: 'Crear clase' }).click();
  await page.waitForURL('**/admin/classes?new=');
  await page.getByRole('region', { name: 'Nueva clase' }).getByLabel('Título').waitFor();
  await go(page, `/teachers/${person.id}`);
  await page.getByRole('heading', { name: person.name }).waitFor();
  await admin.end();
  await end();
});

it('a member whose address is not confirmed reads so before they fill in an application, and that practice pays nothing yet', async () => {
  const withLetters = await newSite({ mail: 'sent' });
  const person = await withLetters.person();
  await withLetters.db
    .updateTable('users')
    .set({ emailVerified: false })
    .where('id', '=', person.id)
    .execute();
  const { page, end } = await visit(withLetters, phone, person);
  await go(page, '/teacher');
  const said = page.getByRole('main').getByRole('note').filter({ hasText: 'Confirma primero tu correo' });
  await said.getByRole('button', { name: 'Confirmar' }).waitFor();
  const apply = page.getByRole('button', { name: 'Crear perfil de profesor' });
  await expect.poll(() => apply.isDisabled()).toBe(true);
  await expectWell(page);
  await go(page, '/dashboard');
  await page.getByRole('link', { name: 'Confirma tu correo para que tu práctica dé sumicoins' }).click();
  await page.waitForURL('**/coins');
  await end();
  await withLetters.close();
});

it('an answer can be taken back; a refusal says why, and the applicant tries again', async () => {
  const person = await site.person({ role: 'teacher', name: 'Beto Luna' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/teacher');
  await page.getByText('Pendiente', { exact: true }).waitFor();

  const admin = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(admin.page, '/admin/teachers');
  const card = cardOf(admin.page, person);
  await card.getByRole('button', { name: 'Aprobar' }).click();
  await admin.page.getByRole('button', { name: 'Deshacer' }).click();
  await card.getByRole('button', { name: 'Rechazar' }).waitFor();
  await page.getByText('Pendiente', { exact: true }).waitFor();

  await admin.page.getByText('La solicitud vuelve a estar pendiente').waitFor();
  // It lies over the buttons.
  const toasts = admin.page.getByRole('region', { name: 'Notifications' });
  await toasts.getByRole('button', { name: 'Cerrar' }).first().click();
  await admin.page.getByText('La solicitud vuelve a estar pendiente').waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Rechazar' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rechazar' }).click();
  await dialog.getByText('Escribe el motivo.').waitFor();
  await expectWell(admin.page);
  await dialog.getByLabel('Motivo').fill('Nos falta tu certificado.');
  await dialog.getByRole('button', { name: 'Rechazar' }).click();
  await admin.page.getByText('Solicitud rechazada').waitFor();
  await admin.page.getByRole('tab', { name: /Rechazados/ }).click();
  await card.getByText('Nos falta tu certificado.').waitFor();
  await expectWell(admin.page);

  await page.getByText('Rechazado', { exact: true }).waitFor();
  await page.getByText('Nos falta tu certificado.').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Postularme otra vez' }).click();
  await page.getByLabel('Sobre ti').fill('Ya tengo el certificado.');
  await page.getByRole('button', { name: 'Crear perfil de profesor' }).click();
  await page.waitForURL('**/profile?tab=teacher');
  await page.getByText('Pendiente', { exact: true }).waitFor();

  await admin.page.getByRole('tab', { name: /Pendientes/ }).click();
  await card.getByText('Ya tengo el certificado.').waitFor();
  await card.getByText('Nos falta tu certificado.').waitFor();
  await admin.page.getByLabel('Buscar').fill('beto sol');
  await admin.page.getByText('No se encontraron solicitudes').waitFor();
  await admin.page.getByLabel('Buscar').fill('LÜNA');
  await card.waitFor();
  await admin.end();
  await end();
});

it('a teacher changes what they say, and loses their rights when an administrator takes them', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  const { page, end } = await visit(site, phone, teacher);
  await go(page, '/profile');
  await page.getByRole('tab', { name: 'Enseñar' }).click();
  await page.getByText('Aprobado', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Editar' }).click();
  await page.getByLabel('Sobre ti').fill('Hablemos de cine.');
  await page.getByRole('main').getByText('Japonés', { exact: true }).click();
  const save = () => page.getByRole('button', { name: 'Guardar cambios' }).click();
  const notSaved = 'No se pudo actualizar tu perfil de profesor';
  await seeFailureToast(page, { of: '**/api/teachers/me', says: notSaved }, save);
  await expect.poll(() => page.getByLabel('Sobre ti').inputValue()).toBe('Hablemos de cine.');
  await seeToast(page, 'Perfil actualizado', save);
  await page.getByText('Hablemos de cine.').waitFor();
  await page.getByText('Todavía no hay ganancias').waitFor();
  await expectWell(page);
  await pay(teacher);
  await page.reload();
  const statement = page.getByRole('region', { name: 'Tus ganancias' });
  await statement.getByText('$2.10').first().waitFor();
  await statement.getByText('Por cobrar', { exact: true }).waitFor();
  await statement.getByText('Pagos que recibiste').waitFor();
  const figures = page.getByRole('region', { name: 'Tu perfil de profesor' });
  for (const [label, figure] of [
    ['Calificación', 'Sin calificar'],
    ['Estudiantes', '0'],
    ['Clase creada', '1'],
    ['Ganancias', /^\$2\.10/],
  ] as const) {
    await figures.locator('dl > div').filter({ hasText: label }).getByText(figure).waitFor();
  }
  await expectWell(page);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);

  const administrator = await site.person({ role: 'admin' });
  const admin = await visit(site, phone, administrator);
  await go(admin.page, '/admin/teachers');
  await admin.page.getByRole('tab', { name: /Aprobados/ }).click();
  // A phone has the same ways as the table of a desktop.
  await cardOf(admin.page, teacher)
    .getByRole('button', { name: /^Más sobre/ })
    .click();
  await admin.page.getByRole('menuitem', { name: 'Ver sus clases' }).waitFor();
  await admin.page.getByRole('menuitem', { name: 'Revocar' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Faltó a tres clases.');
  await dialog.getByRole('button', { name: 'Revocar' }).click();
  await admin.page.getByText('Permiso revocado').waitFor();
  await page.getByText('Rechazado', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Crear clase' }).count()).toBe(0);
  // What they are owed they still read, also once an administrator made them a student.
  await statement.getByText('$2.10').first().waitFor();
  // Their profile was read just before, so that this answer is the one the page keeps.
  const readBefore = await (await site.request(teacher, 'GET', '/api/teachers/me')).text();
  const json = 'application/json';
  await route(page, '**/api/teachers/me', (asked) => asked.fulfill({ body: readBefore, contentType: json }));
  const student = { role: 'student' };
  expect((await site.request(administrator, 'PUT', `/api/people/${teacher.id}/role`, student)).status).toBe(
    200,
  );
  await page.getByRole('region', { name: 'Crea tu perfil de profesor' }).waitFor();
  await statement.getByText('$2.10').first().waitFor();
  await expectWell(page);
  await go(page, '/admin/classes');
  await page.waitForURL('**/feed');
  await admin.end();
  await end();
});

it('an administrator reads approved teachers as a table under its own address, with the way to their classes', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Iris Montes' });
  const startsAt = new Date(Date.now() + 26 * 60 * 60_000);
  await insertClass(site.db, teacher, { title: 'Club de montaña', startsAt });
  const admin = await visit(site, desktop, await site.person({ role: 'admin' }));
  const { page } = admin;
  await go(page, '/admin/teachers');
  await page.getByRole('tab', { name: /Aprobados/ }).click();
  await page.waitForURL('**/admin/teachers?tab=approved');
  await page.reload();
  await page.getByLabel('Buscar').fill('iris');
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Iris Montes' });
  await row.getByRole('cell', { name: '1', exact: true }).waitFor();
  await expectWell(page);
  await row.getByRole('button', { name: 'Más sobre Iris Montes' }).click();
  await page.getByRole('menuitem', { name: 'Revocar' }).waitFor();
  await page.getByRole('menuitem', { name: 'Ver sus clases' }).click();
  await page.waitForURL('**/admin/classes?view=list&teacher=*');
  await page.getByText('Club de montaña').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/admin/teachers?tab=approved&search=iris');
  const search = page.getByLabel('Buscar');
  await expect.poll(() => search.inputValue()).toBe('iris');
  // The menu leads to the page without a search, which is no search in the field either, and Back has it again.
  await page.getByRole('navigation').getByRole('link', { name: 'Profesores', exact: true }).click();
  await page.waitForURL(/\/admin\/teachers$/);
  await expect.poll(() => search.inputValue()).toBe('');
  await page.goBack();
  await expect.poll(() => search.inputValue()).toBe('iris');
  await row.getByRole('button', { name: 'Más sobre Iris Montes' }).click();
  await page.getByRole('menuitem', { name: 'Revocar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Se mudó.');
  await dialog.getByRole('button', { name: 'Revocar' }).click();
  await page.getByText('Permiso revocado').waitFor();
  await row.waitFor({ state: 'detached' });
  await admin.end();
});

it('a kid reads that teaching is for adults, and has no such part in the profile', async () => {
  const { page, end } = await visit(site, phone, await site.person({ ageGroup: 'kid' }));
  await go(page, '/teacher');
  await page.getByText('Enseñar es para personas adultas').waitFor();
  await expectWell(page);
  await go(page, '/profile?tab=teacher');
  await page.getByRole('heading', { name: 'Información personal' }).waitFor();
  await end();
});

it('the teacher portal says what it cannot read or send, with a way to try again; a pending teacher has no certificates to deliver', async () => {
  const teacher = await site.person({ role: 'teacher' });
  const failing = await visit(site, phone, teacher, { mayBreak: true });
  let broken = true;
  await route(failing.page, '**/api/teachers/**', (route) =>
    broken ? route.fulfill({ status: 503, body: '{}' }) : route.fallback(),
  );
  await go(failing.page, '/teacher');
  await failing.page.getByText('No se pudo cargar tu perfil de profesor').waitFor();
  await expectWell(failing.page);
  broken = false;
  await tryAgain(failing.page);
  await failing.page.getByText('Pendiente', { exact: true }).waitFor();
  // A teacher who is not verified delivers nothing.
  await go(failing.page, '/teacher/certificates');
  await failing.page.waitForURL(/\/teacher$/);
  await failing.end();

  const admin = await visit(site, phone, await site.person({ role: 'admin' }), { mayBreak: true });
  await route(admin.page, '**/api/teachers/applications**', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
  await go(admin.page, '/admin/teachers');
  await admin.page.getByText('No se pudieron cargar las solicitudes').waitFor();
  await expectWell(admin.page);
  await admin.end();

  const student = await visit(site, phone, await site.person(), { mayBreak: true });
  await go(student.page, '/teacher');
  await fillIn(student.page);
  const apply = () => student.page.getByRole('button', { name: 'Crear perfil de profesor' }).click();
  const failure = { of: '**/api/teachers/application', says: 'No se pudo crear el perfil de profesor' };
  await seeFailureToast(student.page, failure, apply);
  const noSession = { code: 'teachers/sign-in-first', status: 401 };
  await seeFailureToast(
    student.page,
    { ...failure, because: 'Debes estar autenticado', refusal: noSession },
    apply,
  );
  // Nothing that was typed is lost.
  await expect
    .poll(() => student.page.getByLabel('Sobre ti').inputValue())
    .toBe('Doy conversación desde hace años.');
  await student.end();
});
