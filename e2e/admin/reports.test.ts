import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAttended } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, tryAgain, visit } from '../visit.ts';

const longTitle =
  'Pronunciación de las consonantes finales en conversaciones informales extraordinariamente rápidas';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Tomás Rey' });
});
afterAll(() => site.close());

const open = () =>
  site.db
    .selectFrom('reports')
    .select(['subjectKind', 'reason', 'words'])
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();

it('a student reports a video, a review, names, a teacher and notes, and an administrator decides about each; a queue that could not be loaded says so, and loads when asked again', async () => {
  const video = await insertVideo(site.db, { title: longTitle });
  const author = await site.person({ name: 'Ana López' });
  const classId = await insertAttended(site.db, teacher, author);
  await site.db
    .insertInto('classReviews')
    .values({
      classId,
      userId: author.id,
      teacherId: teacher.id,
      rating: 1,
      words: 'Insultos.',
      mayQuote: true,
      quotedAt: new Date(),
    })
    .execute();
  await sql`
    with board as (insert into cup_boards (season, row_count, language_counts, status, live_at)
      values ('2026-10-01', 1, '{"en": 1}', 'live', now()) returning id)
    insert into duolingo_rankings (board_id, full_name, username, language, xp_position, streak_position,
        xp_position_in_language, streak_position_in_language)
      select id, 'Grosería Enorme', 'grosera', 'en', 1, 1, 1, 1 from board`.execute(site.db);

  const reader = await site.person({ name: 'Renata Luz' });
  const withNotes = await insertAttended(site.db, teacher, reader);
  const { title } = await site.db
    .updateTable('classes')
    .set({ title: 'Club de cine' })
    .where('id', '=', withNotes)
    .returning('title')
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('classNotes')
    .values({ classId: withNotes, notes: 'Compra mi curso.', writtenBy: teacher.id })
    .execute();
  const student = await visit(site, phone, reader);
  const { page } = student;
  await go(page, '/feed');
  await page.getByRole('button', { name: `Reportar el video «${longTitle}»` }).click();
  const dialog = page.getByRole('dialog', { name: '¿Qué está mal?' });
  const harmful = () => dialog.getByRole('radio', { name: 'Violencia, odio o acoso' });
  const send = () => dialog.getByRole('button', { name: 'Enviar reporte' }).click();
  await send();
  await dialog.getByText('Elige un motivo.').waitFor();
  await dialog.getByRole('radio', { name: 'Otra cosa' }).check();
  await send();
  await dialog.getByText('Escribe en pocas palabras qué está mal.').waitFor();
  await expectWell(page);
  await dialog.getByRole('textbox').fill('Se oye una canción con insultos');
  await seeFailureToast(page, { of: '**/api/reports', says: 'No se pudo enviar el reporte' }, send);
  expect(await open()).toEqual([]);
  await send();
  await dialog.waitFor({ state: 'detached' });

  // A quote of the landing page is reported on the page of its teacher.
  await page.goto('/#desafio');
  await page.getByRole('link', { name: 'Reportar las palabras de Ana L.' }).click();
  await dialog.waitFor();
  await expectWell(page);
  await harmful().check();
  await send();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reportar nombre o foto: Ana L.' }).click();
  await harmful().check();
  await dialog.getByRole('radio', { name: 'Enseña algo equivocado' }).waitFor({ state: 'detached' });
  await send();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reportar este perfil' }).click();
  await dialog.getByRole('radio', { name: 'Publicidad o engaño' }).check();
  await send();
  await dialog.waitFor({ state: 'detached' });
  await expectWell(page);
  await go(page, '/ranking');
  await page.getByText('Grosería E.').click();
  await page.getByRole('button', { name: 'Reportar nombre: Grosería E.' }).click();
  await harmful().check();
  await send();
  await dialog.waitFor({ state: 'detached' });
  await expectWell(page);
  await go(page, `/classes?class=${withNotes}`);
  await page.getByText('Compra mi curso.').waitFor();
  await page.getByRole('button', { name: `Reportar las notas de «${title}»` }).click();
  await harmful().check();
  await send();
  await dialog.waitFor({ state: 'detached' });
  await student.end();
  expect(await open()).toEqual([
    { subjectKind: 'video', reason: 'other', words: 'Se oye una canción con insultos' },
    { subjectKind: 'review', reason: 'harmful', words: null },
    { subjectKind: 'name', reason: 'harmful', words: null },
    { subjectKind: 'teacher', reason: 'spam', words: null },
    { subjectKind: 'cup-name', reason: 'harmful', words: null },
    { subjectKind: 'notes', reason: 'harmful', words: null },
  ]);

  const { page: admin, end } = await visit(
    site,
    desktop,
    await site.person({ role: 'admin', name: 'Adela' }),
  );
  await route(admin, '**/api/reports*', (route) =>
    route.fulfill({ status: 403, json: { code: 'x/y', message: 'No.', requestId: '1' } }),
  );
  await go(admin, '/admin/reports');
  await admin.getByText('No se pudieron cargar los reportes').waitFor();
  await expectWell(admin);
  await unroute(admin, '**/api/reports*');
  await tryAgain(admin);
  const thing = (name: string) => admin.getByRole('article', { name });
  await thing(longTitle).getByText('Se oye una canción con insultos').waitFor();
  await thing(longTitle).getByText('Renata Luz').waitFor();
  await expectWell(admin);
  await thing('Tomás Rey')
    .getByRole('button', { name: /^Dejar como está/ })
    .click();
  await thing('Tomás Rey').waitFor({ state: 'detached' });
  const asked = admin.getByRole('dialog', { name: '¿Quitarlo de la vista?' });
  const uphold = async () => {
    await asked.getByRole('textbox').fill('No va con nosotros');
    await asked.getByRole('button', { name: 'Quitar de la vista' }).click();
  };
  await thing('Insultos.')
    .getByRole('button', { name: /^Quitar de la vista/ })
    .click();
  await expectWell(admin);
  const of = '**/api/reports/**';
  await seeFailureToast(admin, { of, says: 'No se pudo guardar la decisión' }, uphold);
  await uphold();
  await thing('Insultos.').waitFor({ state: 'detached' });
  for (const name of [title, longTitle, 'Ana López', 'Grosería Enorme']) {
    await thing(name)
      .getByRole('button', { name: /^Quitar de la vista/ })
      .click();
    await uphold();
    await thing(name).waitFor({ state: 'detached' });
  }
  await admin.getByText('Nada por revisar').waitFor();
  await expectWell(admin);

  await admin.getByRole('tab', { name: 'Decididos' }).click();
  await thing(longTitle).getByText('Aceptado').waitFor();
  await thing(longTitle).getByText('Fuera de la vista').waitFor();
  await thing('Tomás Rey').getByText('No aceptado').waitFor();
  await expectWell(admin);
  await admin.getByRole('button', { name: 'Mostrar otra vez: Grosería Enorme' }).click();
  await thing('Grosería Enorme').getByText('A la vista').waitFor();

  // The author reads why and chooses another name, which waits until the administrator shows it.
  const hidden = await visit(site, phone, author);
  await go(hidden.page, '/notifications');
  await hidden.page.getByText(/Ocultamos tu nombre y tu foto/).click();
  await hidden.page.getByText('Tu nombre y tu foto están ocultos').waitFor();
  await hidden.page.getByText('Motivo: No va con nosotros').waitFor();
  await expectWell(hidden.page);
  await hidden.page.getByRole('button', { name: 'Editar: Información personal' }).click();
  await hidden.page.getByRole('textbox', { name: 'Nombre' }).fill('Ana Lucía Paz');
  await hidden.page.getByRole('button', { name: 'Guardar' }).click();
  await hidden.page.getByText(/Ya elegiste otro/).waitFor();
  await hidden.end();
  await go(admin, '/admin');
  await admin.getByRole('link', { name: /nombre nuevo por revisar/ }).click();
  await admin.getByText('Ana Lucía Paz').click();
  const person = admin.getByRole('dialog', { name: 'Ana Lucía Paz' });
  await person.getByText(/Motivo: No va con nosotros/).waitFor();
  await expectWell(admin);
  await person.getByRole('button', { name: 'Pedir otro nombre' }).waitFor();
  await person.getByRole('button', { name: 'Mostrar su nombre' }).click();
  await admin
    .getByRole('dialog', { name: 'Mostrar su nombre y su foto' })
    .getByRole('button', { name: 'Mostrar' })
    .click();
  await person.getByText('Nombre nuevo por revisar').waitFor({ state: 'detached' });
  await end();
  const { moderationStatus } = await site.db
    .selectFrom('videos')
    .select('moderationStatus')
    .where('id', '=', video)
    .executeTakeFirstOrThrow();
  expect(moderationStatus).toBe('rejected');

  const host = await visit(site, phone, teacher);
  await go(host.page, '/notifications');
  await host.page.getByText(/Se ocultaron tus notas de «Club de cine»/).click();
  await host.page.getByText('Ocultas para quienes asistieron').waitFor();
  await host.page.getByText('No va con nosotros').waitFor();
  await expectWell(host.page);
  await host.end();
});

it('a teacher who was reported for their page and for their name stands in the queue once for each, also after an administrator settled an older report', async () => {
  const accused = await site.person({ role: 'teacher', verified: true, name: 'Delia Doble' });
  const reader = await site.person();
  for (const [kind, subject] of [
    ['teacher', teacher.id],
    ['teacher', accused.id],
    ['name', accused.id],
  ]) {
    const sent = await site.request(reader, 'POST', '/api/reports', {
      kind,
      subject,
      reason: 'harmful',
      words: null,
    });
    expect(sent.status).toBe(200);
  }
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/reports');
  const older = page.getByRole('article', { name: teacher.name });
  const both = page.getByRole('article', { name: accused.name });
  await expect.poll(() => both.count()).toBe(2);
  await older.getByRole('button', { name: /^Dejar como está/ }).click();
  await older.waitFor({ state: 'detached' });
  await expect.poll(() => both.count()).toBe(2);
  await both
    .filter({ hasText: 'Nombre o foto' })
    .getByRole('button', { name: /^Dejar como está/ })
    .click();
  await expect.poll(() => both.count()).toBe(1);
  await expectWell(page);
  await end();
});
