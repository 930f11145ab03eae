import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { desktop, expectWell, go, openFilters, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const zone = 'America/Mexico_City';

it('a roll on a phone has low rows with two equal targets, and a name opens its facts', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const { id } = await site.db
    .insertInto('classes')
    .values({
      title: 'Gran charla',
      description: 'Para todos',
      startsAt: new Date(Date.now() - 5 * 60_000),
      createdBy: teacher.id,
      language: 'es',
      maxStudents: 12,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const longest = 'María Fernanda de los Ángeles Castañeda Villaseñor';
  for (let seat = 0; seat < 12; seat += 1) {
    const name = seat === 0 ? longest : `Persona ${seat}`;
    const { id: userId } = await site.person({ name });
    await site.db.insertInto('classEnrollments').values({ classId: id, userId }).execute();
  }
  const { page, end } = await visit(site, phone, teacher);
  await go(page, `/admin/classes?class=${id}`);
  await page.getByRole('dialog').getByRole('tab', { name: 'Asistencia' }).click();
  const list = page.getByRole('list', { name: 'Lista de asistencia' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(12);
  await expect.poll(async () => (await list.boundingBox())?.height ?? 9999).toBeLessThan(12 * 62);
  const sizes = await list
    .getByRole('button', { name: /^(Vino|No vino): Persona 7$/ })
    .evaluateAll((marks) => marks.map((mark) => [mark.clientWidth, mark.clientHeight]));
  expect(sizes).toHaveLength(2);
  expect(sizes[0]).toEqual(sizes[1]);
  expect(Math.min(...sizes.flat())).toBeGreaterThanOrEqual(42);
  await expectWell(page);

  // The whole name and every fact are one tap away.
  const person = list.getByRole('button', { name: new RegExp(`^${longest}`), expanded: false });
  await person.click();
  const opened = list.getByRole('button', { name: new RegExp(`^${longest}`), expanded: true });
  const cut = () =>
    opened.evaluate((who) =>
      [...who.querySelectorAll('span')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1),
    );
  await expect.poll(cut).toBe(false);
  await expectWell(page);
  await end();
});

it('later days of upcoming classes fold into their headings and open one by one', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const noon = Temporal.Now.zonedDateTimeISO(zone).with({ hour: 12, minute: 0, second: 0 });
  for (let ahead = 1; ahead <= 9; ahead += 1) {
    for (const title of [`Charla ${ahead} a`, `Charla ${ahead} b`]) {
      const startsAt = new Date(noon.add({ days: ahead }).epochMilliseconds);
      const facts = {
        title,
        description: 'De prueba',
        startsAt,
        createdBy: teacher.id,
        language: 'ko' as const,
      };
      await site.db.insertInto('classes').values(facts).execute();
    }
  }
  const { page, end } = await visit(site, phone, await site.person({ zone }));
  await go(page, '/classes?tab=upcoming&language=ko');
  await page.getByRole('article').filter({ hasText: 'Charla 3 b' }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(6);
  const folded = page.getByRole('button', { name: 'Ver 2 clases', expanded: false });
  await expect.poll(() => folded.count()).toBe(6);
  await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeLessThan(4500);
  await expectWell(page);
  await folded.first().click();
  await page.getByRole('article').filter({ hasText: 'Charla 4 a' }).waitFor();
  await page.getByRole('article').filter({ hasText: 'Charla 4 b' }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(8);
  await page.getByRole('button', { name: 'Ocultar', expanded: true }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(6);
  await end();
});

it('a filter that shortens upcoming classes leaves no later day without its classes or a button for them', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const noon = Temporal.Now.zonedDateTimeISO(zone).with({ hour: 12, minute: 0, second: 0 });
  for (let ahead = 1; ahead <= 8; ahead += 1) {
    for (const level of ['basic', 'advanced'] as const) {
      const facts = {
        title: `Charla ${ahead} ${level}`,
        description: 'De prueba',
        startsAt: new Date(noon.add({ days: ahead }).epochMilliseconds),
        createdBy: teacher.id,
        language: 'fr' as const,
        level,
      };
      await site.db.insertInto('classes').values(facts).execute();
    }
  }
  const { page, end } = await visit(site, phone, await site.person({ zone }));
  await go(page, '/classes?tab=upcoming&language=fr');
  const folded = page.getByRole('button', { name: /^Ver \d clases?$/, expanded: false });
  await expect.poll(() => folded.count()).toBe(5);
  await openFilters(page);
  await page.getByLabel('Nivel').selectOption('basic');
  await expect.poll(() => folded.allTextContents()).toEqual(['Ver 1 clase', 'Ver 1 clase']);
  await expect.poll(() => page.getByRole('article').count()).toBe(6);
  await page.getByRole('article').filter({ hasText: 'Charla 6 basic' }).waitFor();
  // With every level again, the days that were folded before are folded as before.
  await page.getByLabel('Nivel').selectOption('');
  await expect.poll(() => folded.count()).toBe(5);
  await end();
});

it('the link of a class that exists is changed in one place, and an ended class says nothing of a link', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const add = async (title: string, minutes: number) => {
    const startsAt = new Date(Date.now() + minutes * 60_000);
    const facts = {
      title,
      description: 'De prueba',
      startsAt,
      createdBy: teacher.id,
      requiredTier: 'free',
    } as const;
    return (await site.db.insertInto('classes').values(facts).returning('id').executeTakeFirstOrThrow()).id;
  };
  const coming = await add('La que viene', 26 * 60);
  const ended = await add('La que ya fue', -26 * 60);
  const { page, end } = await visit(site, phone, teacher);
  const drawer = page.getByRole('dialog');
  await go(page, `/admin/classes?class=${coming}`);
  await drawer.getByRole('button', { name: 'Pegar enlace' }).waitFor();
  await drawer.getByRole('button', { name: 'Editar', exact: true }).click();
  await drawer.getByRole('textbox', { name: 'Título' }).waitFor();
  await expect.poll(() => drawer.getByText('Enlace de la reunión').count()).toBe(0);
  await go(page, `/admin/classes?class=${ended}`);
  await drawer.getByText('De prueba').waitFor();
  await expect.poll(() => drawer.getByText(/enlace/i).count()).toBe(0);
  await end();
});

it('the drawer of a person reads on to their first movement of coins and their first class', async () => {
  const admin = await site.person({ role: 'admin' });
  const person = await site.person({ name: 'Nora Larga' });
  for (let n = 1; n <= 12; n += 1) {
    const startsAt = new Date(Date.now() - n * 24 * 3_600_000);
    await insertSeats(site.db, await insertClass(site.db, admin, { title: `Club ${n}`, startsAt }), person);
    await site.request(admin, 'POST', `/api/people/${person.id}/coins`, { amount: n, reason: `Ayuda ${n}` });
  }
  const { page, end } = await visit(site, desktop, admin);
  await go(page, `/admin/students?person=${person.id}`);
  const drawer = page.getByRole('dialog', { name: person.name });
  const classes = drawer.getByRole('link', { name: /^Club \d+$/ });
  await expect.poll(() => classes.count()).toBe(10);
  const moreClasses = drawer.getByRole('button', { name: 'Ver clases anteriores' });
  await moreClasses.click();
  await drawer.getByRole('link', { name: 'Club 12' }).waitFor();
  await expect.poll(() => classes.count()).toBe(12);
  await expect.poll(() => moreClasses.count()).toBe(0);
  await drawer.getByRole('status').filter({ hasText: '2 más en la lista' }).waitFor();

  await drawer.getByText('Últimos movimientos').click();
  const movements = drawer.getByRole('region', { name: 'Últimos movimientos' });
  await movements.getByText('Ayuda 12').waitFor();
  await expect.poll(() => movements.getByText('Bono de bienvenida').count()).toBe(0);
  await expectWell(page);
  await drawer.getByRole('button', { name: 'Ver movimientos anteriores' }).click();
  await movements.getByText('Ayuda 1', { exact: true }).waitFor();
  await movements.getByText('Bono de bienvenida').waitFor();
  await end();
});

it('a teacher reads on to their last new student and their last offer, and to reviews of long ago', async () => {
  const [teacher, other] = [
    await site.person({ role: 'teacher', verified: true }),
    await site.person({ role: 'teacher', verified: true }),
  ];
  for (let n = 1; n <= 14; n += 1) {
    const student = await site.person({ name: `Alumna ${n}` });
    const startsAt = new Date(Date.now() + (24 + n) * 3_600_000);
    const id = await insertClass(site.db, teacher, { title: `Charla ${n}`, startsAt });
    await insertSeats(site.db, id, student);
    const offered = { teacherId: other.id };
    expect((await site.request(teacher, 'PUT', `/api/classes/${id}/offer`, offered)).status).toBe(200);
    if (n > 5) continue;
    const past = await insertClass(site.db, teacher, { startsAt: new Date(Date.now() - n * 86_400_000) });
    const review = {
      classId: past,
      userId: student.id,
      teacherId: teacher.id,
      rating: 5,
      words: `Reseña ${n}`,
    };
    await site.db
      .insertInto('classReviews')
      .values({ ...review, createdAt: new Date(Date.now() - n * 3_600_000) })
      .execute();
  }
  const { page, end } = await visit(site, phone, teacher);
  await go(page, '/teacher');
  const parts = [
    ['Clases que cambian de manos', 'Ver más propuestas', 10, 14],
    ['Estudiantes nuevos', 'Ver más estudiantes', 12, 14],
    ['Lo que dicen de tus clases', 'Ver más reseñas', 3, 5],
  ] as const;
  for (const [part, more, shown, all] of parts) {
    const region = page.getByRole('region', { name: part });
    const count = () => region.getByRole('listitem').count();
    await expect.poll(count).toBe(shown);
    await region.getByRole('button', { name: more }).click();
    await expect.poll(count).toBe(all);
    await region
      .getByRole('status')
      .filter({ hasText: `${all - shown} más en la lista` })
      .waitFor();
  }
  await expectWell(page);
  await end();
});

it('an administrator reads on to the first report of a thing', async () => {
  const video = await insertVideo(site.db, { title: 'Muy reportado' });
  for (let n = 1; n <= 12; n += 1) {
    const body = { kind: 'video', subject: video, reason: 'other', words: `Motivo ${n}` };
    const answer = await site.request(await site.person(), 'POST', '/api/reports', body);
    expect(answer.status).toBe(200);
  }
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/reports');
  const card = page.getByRole('article', { name: 'Muy reportado' });
  await card.getByText('Motivo 12').waitFor();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(10);
  await card.getByRole('button', { name: 'Ver reportes anteriores: Muy reportado' }).click();
  await card.getByText('Motivo 1', { exact: true }).waitFor();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(12);
  await expectWell(page);
  await end();
});

it('the board of the cup tells screen readers how many students it reads on to', async () => {
  const admin = await site.person({ role: 'admin' });
  const lines = Array.from({ length: 60 }, (_, n) => `Persona ${n},p${n},English,1,${9000 - n},10h 0m`);
  const file = ['Full name,Username,Language,Streak,Total XP,Time Spent Learning', ...lines].join('\n');
  const bytes = new TextEncoder().encode(file);
  const sent = await site.request(admin, 'POST', '/api/cup/imports?season=2025-05', bytes, {
    'content-type': 'text/csv',
  });
  await site.request(admin, 'POST', `/api/cup/imports/${(await sent.json()).boardId}/commit`);
  const { page, end } = await visit(site, desktop);
  await go(page, '/ranking');
  const shown = page.locator('li[data-position]');
  await expect.poll(() => shown.count()).toBe(50);
  await shown.last().scrollIntoViewIfNeeded();
  await expect.poll(() => shown.count()).toBe(60);
  await page.getByRole('status').filter({ hasText: '10 más en la lista' }).waitFor();
  await end();
});
