import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAttended, insertClass } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { expectToShare } from '../share.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
let teacher: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
});
afterAll(() => site.close());

async function review(name: string, given: { words: string; rating: number; mayQuote?: boolean }) {
  const student = await site.person({ name });
  const classId = await insertAttended(site.db, teacher, student);
  await site.db
    .insertInto('classReviews')
    .values({ classId, userId: student.id, teacherId: teacher.id, mayQuote: true, ...given })
    .execute();
}

it('a visitor reads on the page of a teacher what they give next and what students agreed to show, until an administrator hides it', async () => {
  const startsAt = new Date(Date.now() + 26 * 60 * 60_000);
  const classId = await insertClass(site.db, teacher, { title: 'Club de poesía', startsAt });
  const dayAfter = new Date(startsAt.getTime() + 24 * 60 * 60_000);
  await insertClass(site.db, teacher, { title: 'Club de poesía', startsAt: dayAfter });
  const { page, end } = await visit(site, phone);
  await go(page, `/teachers/${teacher.id}`);
  await page.getByText('Todavía no hay reseñas para leer.', { exact: false }).waitFor();
  await expect.poll(() => page.title()).toBe('Inés Ávila · Sumi');
  const next = page.getByRole('region', { name: 'Próximas clases y clubes' });
  await next.getByRole('link', { name: 'Ver la clase: Club de poesía' }).click();
  await page.waitForURL(`**/classes/${classId}`);
  await page.getByRole('heading', { level: 1, name: 'Club de poesía' }).waitFor();
  await expect.poll(() => page.title()).toBe('Club de poesía · Sumi');
  await page.goBack();
  await expect.poll(() => page.title()).toBe('Inés Ávila · Sumi');
  await next.getByRole('link', { name: 'Club de poesía', exact: true }).waitFor();
  // Another day of it is told apart from that of another club.
  await next.getByRole('link', { name: /\d (de )?\S+\s?: Club de poesía$/ }).waitFor();

  await review('Ana López', { words: 'Explica con paciencia.', rating: 5 });
  await review('Beto Ruiz', { words: 'Una grosería.', rating: 1 });
  await review('Sin Permiso', { words: 'Solo para la maestra.', rating: 3, mayQuote: false });
  for (let n = 0; n < 6; n++) await review(`Otra ${n}`, { words: `Reseña ${n}`, rating: 4 });
  await page.reload();
  const reviews = page.getByRole('region', { name: 'Lo que dicen sus estudiantes' });
  await reviews.getByRole('listitem').first().waitFor();
  await page.getByRole('link', { name: /^Calificación: 3.7 de 5, 9 reseñas/ }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#teacher-reviews');
  await expectWell(page);
  await reviews.getByRole('button', { name: 'Ver más reseñas' }).click();
  await reviews
    .getByRole('listitem')
    .filter({ hasText: 'Explica con paciencia.' })
    .getByText('Ana L.')
    .waitFor();
  await expect.poll(() => reviews.getByRole('listitem').count()).toBe(8);
  await expect.poll(() => reviews.getByText('Solo para la maestra.').count()).toBe(0);
  await expectToShare(page, { title: 'Inés Ávila', address: `${site.url}/teachers/${teacher.id}` });

  const admin = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(admin.page, `/teachers/${teacher.id}`);
  await admin.page.getByRole('button', { name: 'Ver más reseñas' }).click();
  await admin.page.getByRole('button', { name: 'Ocultar la reseña de Beto R.' }).click();
  await admin.page.getByRole('button', { name: 'Mostrar de nuevo la reseña de Beto R.' }).waitFor();
  await expectWell(admin.page, [desktop]);
  await admin.end();

  await page.goto(`/teachers/${teacher.id}`);
  await reviews.getByRole('button', { name: 'Ver más reseñas' }).click();
  await expect.poll(() => reviews.getByRole('listitem').count()).toBe(7);
  await expect.poll(() => reviews.getByText('Una grosería.').count()).toBe(0);
  await end();
});

it('the desk of a teacher whose next class has no link leads to its field, and to the room once it is pasted', async () => {
  const ines = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 3 * 60_000);
  await insertClass(site.db, ines, { title: 'Club sin sala', startsAt });
  const { page, end } = await visit(site, phone, ines);
  await go(page, '/teacher');
  const next = page.getByRole('region', { name: 'Tu próxima clase' });
  await next.getByRole('link', { name: 'Pegar enlace' }).waitFor();
  await expectWell(page);
  await next.getByRole('link', { name: 'Pegar enlace' }).click();
  const drawer = page.getByRole('dialog', { name: 'Club sin sala' });
  const link = drawer.getByRole('textbox', { name: 'Enlace de la reunión' });
  await link.waitFor();
  await expect.poll(() => link.evaluate((field) => field === document.activeElement)).toBe(true);
  await link.fill('https://meet.example.org/sala');
  await expectWell(page);
  await drawer.getByRole('button', { name: 'Guardar cambios' }).click();
  await drawer.getByRole('link', { name: 'Probar' }).waitFor();
  await go(page, '/teacher');
  const room = next.getByRole('link', { name: 'Entrar a la sala' });
  await expect.poll(() => room.getAttribute('href')).toBe('https://meet.example.org/sala');
  await end();
});

it('a class opens with the last two reviews of its teacher and a link to their page', async () => {
  for (let n = 0; n < 3; n++) await review(`Carla ${n}`, { words: `Volvería ${n}`, rating: 5 });
  const startsAt = new Date(Date.now() + 3 * 60 * 60_000);
  const id = await insertClass(site.db, teacher, { title: 'Club de cine', startsAt });
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, `/classes?class=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Inscribirme/ }).waitFor();
  const latest = dialog.getByRole('region', { name: 'Lo que dicen sus estudiantes' });
  await expect.poll(() => latest.getByRole('listitem').count()).toBe(2);
  await expectWell(page);
  await latest.getByRole('link', { name: 'Ver su página y todas sus clases' }).click();
  await page.waitForURL(`**/teachers/${teacher.id}`);
  await page
    .getByRole('region', { name: 'Próximas clases y clubes' })
    .getByRole('heading', { name: 'Club de cine' })
    .waitFor();
  await end();
});
