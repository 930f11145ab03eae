import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { noticeKindsOf } from '../../src/testing/rows/notices-of.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, settle, visit } from '../visit.ts';
import { addClass, minutesFromNow, openDrawer } from './organised-class.ts';
import { zoneFarFromMidnight } from './zone-far-from-midnight.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a teacher moves a class and cancels it; who is enrolled is told and sees both', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person();
  const title = 'Club de cine';
  const id = await addClass(site, {
    title,
    by: teacher,
    startsAt: minutesFromNow(26 * 60),
    people: [student],
  });
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
  // What could not be saved is not thrown away.
  await page.keyboard.press('Escape');
  await save();
  await page.getByText('Clase actualizada').waitFor();
  // 21:45 in Bogotá is 20:45 in Mexico City.
  await card.getByText('20:45').waitFor();
  await expect.poll(() => noticeKindsOf(site, student)).toEqual(['classes.moved']);
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
  await drawer.getByText('Se fue la luz en el barrio.', { exact: true }).waitFor();
  await expectWell(page);

  // Seen without a reload, struck out and with its reason.
  await card.getByText('Se fue la luz en el barrio.').waitFor();
  await expect.poll(() => card.getByRole('button', { name: /Cancelar inscripción/ }).count()).toBe(0);
  await expectWell(theirs.page);
  await expect.poll(() => noticeKindsOf(site, student)).toEqual(['classes.moved', 'classes.cancelled']);
  await end();
  await theirs.end();
});

it('a class form shows what an administrator changed meanwhile and keeps what the teacher typed; a class without students and without reviews says so', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Clase a cuatro manos';
  const id = await addClass(site, { title, by: teacher, startsAt: minutesFromNow(50 * 60) });
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
  // The teacher goes on typing where they were.
  await page.keyboard.type(' Y más.');
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Clase actualizada').waitFor();
  const row = await site.db
    .selectFrom('classes')
    .select(['description', 'durationMinutes'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ description: 'Lo que yo escribo. Y más.', durationMinutes: 45 });

  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await page.getByText('Nadie se ha inscrito').waitFor();
  await page.getByRole('tab', { name: 'Reseñas' }).click();
  await page.getByText('Todavía no hay reseñas').waitFor();
  await expectWell(page);
  await end();
});

it('a teacher who repairs a link does not undo what an administrator changes in the description meanwhile, and reads it', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const admin = await site.person({ role: 'admin' });
  const id = await addClass(site, { title: 'Con dos manos', by: teacher, startsAt: minutesFromNow(-5) });
  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Pegar enlace' }).click();
  await drawer.getByRole('textbox', { name: 'Enlace de la reunión' }).fill('https://meet.example.org/mio');
  const change = { version: 1, description: 'Trae tu libro.' };
  const heard = page.waitForResponse((answer) => answer.url().endsWith(`/api/classes/managed/${id}`));
  await site.request(admin, 'PATCH', `/api/classes/${id}`, change);
  await heard;
  const description = drawer.getByRole('textbox', { name: 'Descripción' });
  await expect.poll(() => description.inputValue()).toBe('Trae tu libro.');
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Clase actualizada').waitFor();
  const row = await site.db
    .selectFrom('classes')
    .select(['description', 'meetLink'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ description: 'Trae tu libro.', meetLink: 'https://meet.example.org/mio' });
  await end();
});

it('going back from the form of a class asks first once something is typed in it, and closes the class at once where nothing is', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Clase a medias';
  const id = await addClass(site, { title, by: teacher, startsAt: minutesFromNow(50 * 60) });
  const { page, end } = await visit(site, phone, teacher);
  const drawer = page.getByRole('dialog', { name: title });
  const description = drawer.getByRole('textbox', { name: 'Descripción' });
  const asking = page.getByRole('dialog', { name: '¿Descartar tus cambios?' });
  const edit = async () => {
    await drawer.getByRole('button', { name: 'Editar', exact: true }).click();
    await expect.poll(() => description.inputValue()).toBe('De prueba');
  };
  const goOn = async () => {
    await asking.getByRole('button', { name: 'Seguir editando' }).click();
    await asking.waitFor({ state: 'detached' });
    await expect.poll(() => description.inputValue()).toBe('A medio escribir');
  };
  await go(page, '/admin/classes');
  await openDrawer(page, id);
  await edit();
  await description.fill('A medio escribir');
  // No finger is as fast as this script: the form takes note of what was typed with its next drawing.
  await page.waitForTimeout(500);
  await page.goBack();
  await asking.waitFor();
  await expectWell(page);
  await goOn();
  await expect.poll(() => new URL(page.url()).searchParams.get('class')).toBe(id);
  await drawer.getByRole('button', { name: 'Cerrar', exact: true }).click();
  await asking.waitFor();
  await goOn();
  // What was typed in a form that was left is not asked about in the next one.
  await drawer.getByRole('button', { name: 'Dejarla como está' }).click();
  await edit();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');

  await openDrawer(page, id);
  await edit();
  await description.fill('A medio escribir');
  // No finger is as fast as this script: the form takes note of what was typed with its next drawing.
  await page.waitForTimeout(500);
  await page.goBack();
  await asking.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await end();
});

it('a teacher repairs a wrong link while the class is live; a cancelled class promises no link', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Con enlace roto';
  const id = await addClass(site, { title, by: teacher, startsAt: minutesFromNow(-5) });
  const { page, end } = await visit(site, phone, teacher);
  await openDrawer(page, id);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Sin enlace. Agrégalo para que puedan entrar.').waitFor();
  await drawer.getByRole('button', { name: /^Acciones de/ }).click();
  await page.getByRole('menuitem', { name: 'Cancelar clase' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Eliminar clase' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Cancelar clase' }).waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Pegar enlace' }).click();
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

it('a class of a revoked teacher says so to a student, until an administrator gives it to another teacher', async () => {
  const revoked = await site.person({ role: 'teacher', verified: true });
  await site.person({ role: 'teacher', verified: true, name: 'Hugo Relevo' });
  const title = 'Sin quien la dé';
  const id = await addClass(site, { title, by: revoked, startsAt: minutesFromNow(28 * 60) });
  await site.db
    .updateTable('teacherProfiles')
    .set({ verificationStatus: 'rejected' })
    .where('userId', '=', revoked.id)
    .execute();
  const student = await visit(site, phone, await site.person());
  await go(student.page, `/classes?class=${id}`);
  await student.page.getByRole('dialog').getByText('Esta clase se quedó sin profe.').waitFor();
  await expectWell(student.page);
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin');
  await page.getByRole('link', { name: /clases? sin quien las? dé/ }).waitFor();
  await openDrawer(page, id);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText('Quien daba esta clase ya no puede darla').waitFor();
  await drawer.getByRole('button', { name: 'Cambiar quién la da' }).click();
  const asking = page.getByRole('dialog', { name: '¿Quién dará esta clase?' });
  const field = asking.getByRole('combobox', { name: 'Profe' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  // The list lies over no button until the administrator asks for it.
  await settle(page);
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  await field.fill('Hugo');
  await page.getByRole('option', { name: 'Hugo Relevo' }).click();
  await expectWell(page);
  const give = () => asking.getByRole('button', { name: 'Cambiar profe' }).click();
  await seeFailureToast(page, { of: '**/teacher', says: 'No se pudo cambiar quién la da' }, give);
  await give();
  await page.getByText('Ahora la da Hugo Relevo').waitFor();
  await drawer.getByText('Hugo Relevo').waitFor();
  await expectWell(page);
  await end();
  await student.page.getByRole('button', { name: `Inscribirme: ${title}` }).waitFor();
  await student.end();
});

it('a class above the student’s plan has one button, which offers its seat and the plan', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Solo premium';
  await addClass(site, { title, by: teacher, startsAt: minutesFromNow(30 * 60), tier: 'premium' });
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes?tab=upcoming');
  const card = page.getByRole('article').filter({ hasText: title });
  // One action, which says what it costs; the dialog offers the seat and the plan.
  await card.getByText('Incluida en el plan Premium ($20 USD al mes)').waitFor();
  await expect.poll(() => card.getByRole('button').count()).toBe(1);
  const unlock = card.getByRole('button', { name: /^Desbloquear por \$3\sUSD/ });
  // Its words take one line, so it is as high as other buttons.
  expect((await unlock.boundingBox())?.height).toBe(44);
  await unlock.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: /^Este lugar: \$3\sUSD/ }).waitFor();
  await dialog.getByRole('heading', { name: /^Plan Premium · \$20\sUSD al mes/ }).waitFor();
  await expect
    .poll(() => dialog.getByRole('link', { name: 'Ver planes' }).getAttribute('href'))
    .toBe('/membership');
  await expectWell(page);
  await end();
});

it('a club near its start that lacks a learner says so to its learner, who shares it, to a visitor, and to its host with a text for the group; moved or cancelled, the host has the text for that', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const [student, friend] = [await site.person(), await site.person({ zone: zoneFarFromMidnight() })];
  const id = await addClass(site, {
    title: 'Club de viajes',
    by: teacher,
    startsAt: minutesFromNow(2 * 60),
    people: [student],
  });
  const promptCard = 'El viaje que salió mal\n1. ¿A dónde ibas?\n2. ¿Qué hiciste?';
  const club = { kind: 'club', maxStudents: 6, promptCard } as const;
  await site.db.updateTable('classes').set(club).where('id', '=', id).execute();

  const host = await visit(site, desktop, teacher);
  await openDrawer(host.page, id);
  const drawer = host.page.getByRole('dialog').first();
  await drawer.getByText(/^Con 2 ya hay charla\. Comparte el club, o cancélalo/).waitFor();
  const text = () => drawer.getByRole('textbox', { name: 'Texto para tu grupo' }).inputValue();
  const address = `${new URL(host.page.url()).origin}/classes/${id}`;
  expect(await text()).toMatch(/^A «Club de viajes» .* le falta gente: con 2 personas ya hay charla\./);
  expect(await text()).toContain(`\nHoras de Bogotá\n${address}`);
  const sent = await drawer.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href');
  expect(new URL(sent ?? '').searchParams.get('text')).toBe(await text());
  await drawer.getByRole('button', { name: 'Copiar texto' }).waitFor();
  await drawer.getByText('El viaje que salió mal').waitFor();
  await expectWell(host.page);
  await drawer.getByRole('button', { name: 'Cancelar clase' }).click();
  const asks = host.page.getByRole('dialog', { name: '¿Cancelar esta clase?' });
  await asks.getByRole('button', { name: 'No, dejarla' }).click();

  const stranger = await visit(site, phone, null);
  await go(stranger.page, `/classes/${id}`);
  await stranger.page.getByText('Con 2 ya hay charla. ¿Vienes?').waitFor();
  await expectWell(stranger.page);
  await stranger.end();

  const { page, end } = await visit(site, phone, student);
  for (const address of [`/classes?class=${id}`, `/classes/${id}`]) {
    await go(page, address);
    await page.getByText('Falta una persona').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Compartir' }).count()).toBe(1);
    const card = page.getByRole('region', { name: 'Para conversar' });
    await card.getByText('El viaje que salió mal').waitFor();
    await expect
      .poll(() => card.getByRole('listitem').allTextContents())
      .toEqual(['¿A dónde ibas?', '¿Qué hiciste?']);
    await expectWell(page);
  }
  await page.setViewportSize({ width: 390, height: 480 });
  await go(page, `/classes?class=${id}`);
  const inDrawer = page.getByRole('dialog').first();
  await inDrawer.getByRole('link', { name: 'Agregar a mi calendario' }).click();
  await page.getByRole('menuitem', { name: 'Google Calendar' }).waitFor();
  await page.getByRole('menuitem', { name: 'Todas mis clases, siempre al día' }).waitFor();
  const other = await visit(site, phone, friend);
  await go(other.page, '/calendar');
  await other.page.getByRole('link', { name: /Falta una persona/ }).waitFor();
  await expectWell(other.page);
  await other.end();
  await site.request(friend, 'POST', `/api/classes/${id}/enrolment`);
  await page.getByText('Falta una persona').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Compartir' }).waitFor();
  await end();

  await drawer.getByText('Falta una persona').waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Editar' }).click();
  await drawer.getByLabel('Título').waitFor();
  await drawer.getByLabel(/^Día/).first().fill('2030-01-15');
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect
    .poll(text)
    .toMatch(/^«Club de viajes» cambió de hora: ahora empieza el 15 ene 2030.* \(antes, /);
  await expectWell(host.page);
  await drawer.getByRole('button', { name: 'Acciones de Club de viajes' }).click();
  await host.page.getByRole('menuitem', { name: 'Cancelar clase' }).click();
  await asks.getByRole('textbox', { name: 'Motivo' }).fill('Estoy enferma');
  await asks.getByRole('button', { name: 'Cancelar la clase' }).click();
  await expect.poll(text).toMatch(/^Se canceló «Club de viajes» .*\n.*Estoy enferma\nHoras de Bogotá$/);
  await expectWell(host.page);
  await host.end();
});

it('an organiser who opens a class sees at once that it loads, then why it does not, and tries again', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Club de jazz';
  const id = await addClass(site, { title, by: teacher, startsAt: minutesFromNow(26 * 60) });
  const { page, end } = await visit(site, phone, teacher, { mayBreak: true });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const address = `**/api/classes/managed/${id}`;
  await route(page, address, async (asked) => {
    await held;
    await asked.fulfill({ status: 400, json: { code: 'http/too-big', message: '', requestId: 'r-1' } });
  });
  await go(page, '/admin/classes?view=list');
  await page.getByRole('button', { name: new RegExp(`${title} `) }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('status', { name: 'Cargando...' }).waitFor();
  await expectWell(page);
  release();
  await drawer.getByRole('heading', { name: 'No se pudo abrir la clase' }).waitFor();
  await expectWell(page);
  await unroute(page, address);
  await drawer.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await drawer.getByRole('button', { name: 'Editar' }).waitFor();

  await go(page, '/admin/classes?class=019a0000-0000-7000-8000-000000000000');
  await drawer.getByText('Quizá se eliminó, o ahora la da otra persona.').waitFor();
  await end();
});
