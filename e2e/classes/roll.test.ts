import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, visit } from '../visit.ts';
import { addClass, minutesFromNow } from './organised-class.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a teacher calls and closes the roll; who came gets minutes, coins and a day, and rates the class; the desk opens a class that has ended with its roll', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés' });
  const [ana, leo, zoe] = [
    await site.person({ name: 'Ana Ruiz' }),
    await site.person({ name: 'Leo Paz' }),
    await site.person({ name: 'Zoe Mar' }),
  ];
  const title = 'Inglés en la cocina';
  const id = await addClass(site, {
    title,
    by: teacher,
    startsAt: minutesFromNow(-59),
    people: [ana, leo, zoe],
  });
  const { page, end } = await visit(site, phone, teacher, { mayBreak: true });
  // From the start on, the desk leads to the roll of the class.
  await go(page, '/teacher');
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByText('0 de 3 en la lista').first().waitFor();
  await page
    .getByText('Hasta que marques a quienes tenían su lugar, la lista queda abierta', { exact: false })
    .waitFor();
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
  // The mark shows at once; that it is saved is said once it is.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const saved = page.getByText('Asistencia guardada');
  await route(page, '**/attendance', async (asked) => {
    await held;
    await asked.fallback();
  });
  await page.getByRole('button', { name: 'Los demás vinieron' }).click();
  await page.getByText('3 de 3 en la lista').first().waitFor();
  await page.waitForTimeout(500);
  await expect.poll(() => saved.count()).toBe(0);
  release();
  await saved.waitFor();
  await unroute(page, '**/attendance');
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
  const search = page.getByRole('searchbox', { name: 'Busca por nombre o correo' });
  await search.fill('nora sin');
  const walkIn = () => page.getByRole('button', { name: 'Anotar a Nora Sinlugar' }).click();
  await seeFailureToast(page, { of: '**/walk-ins*', says: 'No se pudo anotar' }, walkIn);
  await walkIn();
  await page.getByText('4 de 4 en la lista').first().waitFor();
  // One who was mistaken for another is taken off again: at once, or in their row.
  await page.getByRole('button', { name: 'Deshacer' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('3 de 3 en la lista').first().waitFor();
  await search.fill('nora sin');
  await walkIn();
  await page.getByText('4 de 4 en la lista').first().waitFor();
  await page.getByRole('button', { name: /^Nora Sinlugar/ }).click();
  await page.getByRole('button', { name: 'Quitar a Nora Sinlugar' }).waitFor();
  await search.focus();
  // The keyboard goes on at the next person to add.
  await expect.poll(() => search.evaluate((it) => it === document.activeElement)).toBe(true);
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
  // The group says what it is for and what is wrong, and the keyboard goes on at its first star.
  const stars = dialog.getByRole('radiogroup', {
    name: /^Tu calificación/,
    description: 'Elige de una a cinco estrellas',
  });
  const first = stars.getByRole('radio', { name: '1 de 5 estrellas' });
  await expect.poll(() => first.evaluate((it) => it === document.activeElement)).toBe(true);
  const widths = await stars.locator('label').evaluateAll((all) => all.map((each) => each.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(44);
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
  // The tab before it shows the same class.
  const card = hers.page
    .getByRole('tabpanel', { name: 'Anteriores' })
    .getByRole('article')
    .filter({ hasText: title });
  await card.getByRole('button', { name: /^Cambiar calificación/ }).waitFor();
  await card.getByText('4.0 (1)', { exact: true }).waitFor();
  // What it cost and what it promised are no longer of use.
  await expect.poll(() => card.getByText(/Gratis|De prueba/).count()).toBe(0);
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

  const late = 'Con lista por pasar';
  await addClass(site, { title: late, by: teacher, startsAt: minutesFromNow(-180), people: [leo] });
  await go(page, '/teacher');
  await page.getByRole('link', { name: `Pasar lista: ${late}` }).click();
  await page.getByRole('button', { name: 'Vino: Leo Paz', exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await end();
});

it('the desk of a teacher with six rolls to call shows five, and leads to the list of all', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const student = await site.person();
  for (let ago = 1; ago <= 6; ago += 1) {
    const startsAt = minutesFromNow(-120 * ago);
    await addClass(site, { title: `Pendiente ${ago}`, by: teacher, startsAt, people: [student] });
  }
  const { page, end } = await visit(site, phone, teacher);
  await go(page, '/teacher');
  const rolls = page.getByRole('region', { name: 'Listas por pasar' });
  await rolls.getByRole('link', { name: 'Pasar lista: Pendiente 5' }).waitFor();
  await expect.poll(() => rolls.getByRole('link', { name: /^Pasar lista/ }).count()).toBe(5);
  const toAll = rolls.getByRole('link', { name: 'Ver todas las listas' });
  await toAll.waitFor();
  await expectWell(page);
  await toAll.click();
  await page.getByText('Pendiente 6').first().waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?view=list&roll=due');
  // Called, the sixth leaves five, and no link to more.
  await site.db.deleteFrom('classes').where('title', '=', 'Pendiente 6').execute();
  await page.goto('/teacher');
  await rolls.getByRole('link', { name: 'Pasar lista: Pendiente 5' }).waitFor();
  await expect.poll(() => toAll.count()).toBe(0);
  await end();
});

it('a reload shows the tab of a class that its organiser had open, and Back the page before', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = minutesFromNow(-10);
  const people = [await site.person({ name: 'Ana Ruiz' })];
  const id = await addClass(site, { title: 'Con lista', by: teacher, startsAt, people });
  const { page, end } = await visit(site, phone, teacher);
  await go(page, '/teacher');
  await go(page, `/admin/classes?class=${id}`);
  await page.getByRole('tab', { name: 'Reseñas' }).click();
  await page.getByRole('tab', { name: 'Asistencia' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe(`?class=${id}&tab=roll`);
  await page.reload();
  await page.getByRole('button', { name: 'Vino: Ana Ruiz', exact: true }).waitFor();
  await page.goBack();
  await page.waitForURL('**/teacher');
  await end();
});
