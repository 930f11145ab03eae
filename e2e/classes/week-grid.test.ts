import type { Locator, Page } from 'playwright-core';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tier } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeToast } from '../failure-toast.ts';
import { route } from '../route.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const zone = 'America/Mexico_City';
const today = Temporal.Now.plainDateISO(zone);
/** A Monday on which nothing has begun, whatever the hour of this run. */
const nextMonday = today.add({ days: 8 - today.dayOfWeek });

async function classAt(
  time: string,
  more: {
    title: string;
    day?: Temporal.PlainDate;
    seats?: number;
    tier?: Tier;
    language?: LanguageCode;
    kid?: true;
  },
): Promise<string> {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Camila Rojas' });
  await site.db
    .updateTable('teacherProfiles')
    .set({ averageRating: 4.6, totalReviews: 3 })
    .where('userId', '=', teacher.id)
    .execute();
  const start = (more.day ?? today).toZonedDateTime({ timeZone: zone, plainTime: time });
  const startsAt = new Date(start.epochMilliseconds);
  const { id } = await site.db
    .insertInto('classes')
    .values({
      title: more.title,
      description: 'De prueba',
      startsAt,
      createdBy: teacher.id,
      language: more.language ?? 'en',
      requiredTier: more.tier ?? 'free',
      targetAudience: more.kid ? 'kid' : 'adult',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let seat = 0; seat < (more.seats ?? 0); seat += 1) {
    const { id: userId } = await site.person();
    await site.db.insertInto('classEnrollments').values({ classId: id, userId }).execute();
  }
  return id;
}

/** The last column is inside its scroll container, and the page does not scroll sideways. */
async function expectSunday(page: Page): Promise<void> {
  const cut = await page
    .getByRole('columnheader')
    .last()
    .evaluate((sunday) => {
      const box = sunday.closest('section')?.getBoundingClientRect();
      return sunday.getBoundingClientRect().right - (box?.right ?? 0);
    });
  expect(cut).toBeLessThanOrEqual(1);
}

it('the organisers’ week is the specification’s: Monday first, 8 to 21, today marked, each class a coloured button', async () => {
  await classAt('10:30', { title: 'Inglés de oficina', seats: 1, tier: 'premium' });
  await classAt('10:45', { title: 'Francés a la vez', seats: 2, language: 'fr' });
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  await go(page, '/admin/classes');
  const grid = page.getByRole('table').or(page.getByRole('grid')).first();
  const office = grid.getByRole('button', { name: /Inglés de oficina/ });
  await office.waitFor();

  const days = await grid.getByRole('columnheader').allTextContents();
  const weekdays = days
    .map((day) => day.toLowerCase())
    .filter((day) => /lun|mar|mié|jue|vie|sáb|dom/.test(day));
  expect(weekdays.map((day) => day.replace(/[^a-záé]/g, '').slice(0, 3))).toEqual([
    'lun',
    'mar',
    'mié',
    'jue',
    'vie',
    'sáb',
    'dom',
  ]);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  expect(weekdays.map((day) => Number(/\d+/.exec(day)?.[0]))).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((ahead) => monday.add({ days: ahead }).day),
  );
  expect(days.join(' ')).toContain('GMT-06');
  const hours = await grid.getByRole('rowheader').allTextContents();
  expect(hours.map((hour) => Number.parseInt(hour, 10))).toEqual(Array.from({ length: 14 }, (_, n) => 8 + n));
  await expect.poll(() => grid.locator('[aria-current=date]').count()).toBeGreaterThan(0);
  const ground = (at: number) =>
    grid
      .locator('tr[data-hour="20"] td')
      .nth(at)
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(await ground(today.dayOfWeek - 1)).not.toBe(await ground(today.dayOfWeek % 7));
  expect(await grid.evaluate((it) => it.getBoundingClientRect().width)).toBeGreaterThanOrEqual(1000);
  const month = today.toLocaleString('es', { month: 'long' });
  await page.getByText(new RegExp(month, 'i')).first().waitFor();

  // Two that clash share the cell of their hour.
  const text = (await office.textContent()) ?? '';
  for (const part of ['Inglés de oficina', '10:30', 'Inglés', '4.6', 'Camila Rojas', '1 estudiante de 12'])
    expect(text).toContain(part);
  await expect
    .poll(() => grid.getByRole('button', { name: /Francés a la vez/ }).textContent())
    .toContain('2 estudiantes de 12');
  await expectSunday(page);

  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  await expect.poll(() => grid.getByRole('button', { name: /Inglés de oficina/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Hoy', exact: true }).click();
  await office.waitFor();
  await page.getByRole('button', { name: 'Semana anterior' }).click();
  await expect.poll(() => grid.getByRole('button', { name: /Inglés de oficina/ }).count()).toBe(0);
  await end();
});

it('a line in the column of today shows the current time, and the week begins below its head with a whole hour', async () => {
  for (const title of ['Temprano', 'Temprano también', 'Temprano igual']) await classAt('08:15', { title });
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  await page.clock.setFixedTime(
    today.toZonedDateTime({ timeZone: zone, plainTime: '15:45' }).epochMilliseconds,
  );
  await go(page, '/admin/classes');
  const line = page.locator('tr[data-hour="15"] td[data-today] > span[aria-hidden]');
  await expect.poll(() => line.count()).toBe(1);
  const share = () =>
    line.evaluate((it) => {
      const cell = it.parentElement!.getBoundingClientRect();
      return (it.getBoundingClientRect().top - cell.top) / cell.height;
    });
  await expect.poll(async () => Math.abs((await share()) - 0.75)).toBeLessThan(0.05);
  await expect.poll(() => page.locator('td > span[aria-hidden]').count()).toBe(1);
  const nearestHour = () =>
    page.getByRole('table').evaluate((week) => {
      const head = week.querySelector('th')!.getBoundingClientRect().bottom;
      const rows = [...week.querySelectorAll('tbody tr')];
      return Math.min(...rows.map((row) => Math.abs(row.getBoundingClientRect().top - head)));
    });
  await expect.poll(nearestHour).toBeLessThan(2);
  await end();
});

/** The colour of the stroke at the edge, which stands for the language and age group. */
const strokeOf = (shown: Locator) =>
  shown.evaluate((it) => {
    const { borderInlineStartColor, borderInlineStartStyle } = getComputedStyle(it);
    return `${borderInlineStartStyle} ${borderInlineStartColor}`;
  });

it('a class in the week has the colour of its language and age group, its tier’s icon, and both in the legend', async () => {
  await classAt('11:10', { title: 'Inglés de noche', tier: 'premium' });
  await classAt('12:10', { title: 'Inglés de peques', kid: true });
  await classAt('13:10', { title: 'Esperanto para todos', language: 'eo', tier: 'vip' });
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  await go(page, '/admin/classes');
  const grid = page.getByRole('table').first();
  const block = (title: string) => grid.getByRole('button', { name: new RegExp(title) });
  await block('Inglés de noche').waitFor();
  const strokes = await Promise.all(
    ['Inglés de noche', 'Inglés de peques', 'Esperanto para todos'].map((title) => strokeOf(block(title))),
  );
  expect(strokes).toEqual([
    'solid rgb(59, 111, 212)',
    'double rgb(14, 155, 189)',
    'solid rgb(100, 116, 139)',
  ]);
  for (const [title, icon] of [
    ['Inglés de noche', 'diamond'],
    ['Inglés de peques', 'leaf'],
    ['Esperanto para todos', 'crown'],
  ] as const) {
    await expect
      .poll(() => block(title).locator(`svg.tabler-icon-${icon}`).isVisible(), { message: title })
      .toBe(true);
  }
  await expect.poll(() => block('Inglés de noche').getByText('Premium').count()).toBe(1);
  await expect.poll(() => block('Inglés de noche').locator('img[data-size="sm"]').count()).toBe(1);

  const legend = page.locator('dl');
  const entry = (name: string) => legend.getByRole('listitem').filter({ hasText: new RegExp(`^${name}$`) });
  for (const name of ['Gratuito', 'Premium', 'VIP', 'Inglés', 'Inglés Kids', 'Esperanto']) {
    await expect.poll(() => entry(name).count(), { message: name }).toBe(1);
  }
  expect(await strokeOf(entry('Inglés').locator('span').first())).toBe(strokes[0]);
  expect(await strokeOf(entry('Inglés Kids').locator('span').first())).toBe(strokes[1]);
  await expect.poll(() => legend.getByText('Alemán').count()).toBe(0);
  await expect.poll(() => legend.getByText('Básico').count()).toBe(0);
  await expectWell(page, [1280]);
  await end();
});

it('a reload keeps the week, the view and the open class, and an empty cell begins a class at its hour', async () => {
  const id = await classAt('14:10', { title: 'Clase abierta', day: nextMonday });
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  await go(page, `/admin/classes?week=${nextMonday}`);
  await page.getByRole('button', { name: /Clase abierta/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Clase abierta' });
  await drawer.waitFor();
  expect(new URL(page.url()).searchParams.get('class')).toBe(id);
  await page.reload();
  await drawer.waitFor();
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  // A class that was closed stays closed on the way back.
  await page.getByRole('button', { name: /Clase abierta/ }).click();
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).searchParams.has('class')).toBe(false);
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.has('class')).toBe(false);

  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  const next = nextMonday.add({ days: 7 });
  await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBe(next.toString());
  await page.reload();
  await page.getByRole('button', { name: /^Crear una clase: lunes.*18:00$/i }).click();
  await expect.poll(() => page.getByLabel('Día').inputValue()).toBe(next.toString());
  await expect.poll(() => page.getByLabel(/^Hora/).inputValue()).toBe('18:00');
  await page.getByText('Lista', { exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Acciones de Clase abierta' }).waitFor();
  await end();
});

it('on a phone an empty week offers a new class and the next week, and the form keeps its button in view', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, zone });
  const { page, end } = await visit(site, phone, teacher);
  await go(page, '/admin/classes');
  await page.getByRole('heading', { name: 'Esta semana no tiene clases' }).waitFor();
  await expectWell(page, [phone]);
  await page.getByRole('button', { name: 'Nueva clase' }).last().click();
  await expect.poll(() => page.getByLabel('Día').inputValue()).toBe(today.toString());
  await page.getByRole('textbox', { name: 'Título' }).fill('Club de cine');
  const below = () =>
    page
      .getByRole('button', { name: 'Crear clase' })
      .evaluate((it) => it.getBoundingClientRect().bottom - window.innerHeight);
  await expect.poll(below).toBeLessThanOrEqual(0);
  await expectWell(page, [phone]);
  await page.getByRole('button', { name: 'Cerrar formulario' }).click();
  await page.getByRole('button', { name: 'Semana siguiente' }).last().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBe(nextMonday.toString());
  await end();
});

it('a class that cannot be created, deleted or loaded says so', async () => {
  await classAt('15:10', { title: 'Clase terca', day: nextMonday });
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  const refuse = { status: 409, json: { code: 'x/y', message: 'No.', requestId: '1' } };
  await route(page, '**/api/classes', (route) => route.fulfill(refuse));
  await go(page, `/admin/classes?new=&week=${nextMonday}`);
  await page.getByRole('textbox', { name: 'Título' }).fill('No se crea');
  await page.getByRole('textbox', { name: 'Descripción' }).fill('Nada');
  await page.getByLabel('Día').fill(today.add({ days: 2 }).toString());
  await page.getByLabel(/^Hora/).fill('18:00');
  await seeToast(page, 'No se pudo crear la clase', () =>
    page.getByRole('button', { name: 'Crear clase' }).click(),
  );
  await expect.poll(() => page.getByRole('textbox', { name: 'Título' }).inputValue()).toBe('No se crea');

  await route(page, '**/api/classes/*', (route) =>
    route.method === 'DELETE' ? route.fulfill(refuse) : route.fallback(),
  );
  await page.getByRole('button', { name: /Clase terca/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Acciones de Clase terca' }).click();
  await page.getByRole('menuitem', { name: 'Eliminar clase' }).click();
  await seeToast(page, 'No se pudo eliminar la clase', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click(),
  );

  // A toast that gives the same reason would stand for it.
  const unread = { status: 409, json: { code: 'x/z', message: 'Tampoco.', requestId: '1' } };
  await route(page, '**/api/classes/managed?*', (route) => route.fulfill(unread));
  await go(page, '/admin/classes');
  await page.getByText('No se pudieron cargar las clases').first().waitFor();
  await go(page, '/admin/classes?view=list');
  await page.getByText('No se pudieron cargar las clases').first().waitFor();
  await end();
});

it('a menu in the drawer of a class stays where it is while the page behind it scrolls', async () => {
  await classAt('19:10', { title: 'Clase lejos', day: nextMonday });
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  await go(page, `/admin/classes?week=${nextMonday}`);
  await page.getByRole('button', { name: /Clase lejos/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Acciones de Clase lejos' }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const moves = await menu.evaluate((it) => {
    const was = { page: window.scrollY, menu: it.getBoundingClientRect().top };
    window.scrollBy(0, was.page > 50 ? -50 : 50);
    return { page: window.scrollY !== was.page, menu: it.getBoundingClientRect().top !== was.menu };
  });
  expect(moves).toEqual({ page: true, menu: false });
  await end();
});

it('an administrator duplicates a class, and the form warns of another class of the chosen teacher at the same time', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Thiago Moreira' });
  const day = today.add({ days: 3 });
  const startsAt = new Date(day.toZonedDateTime({ timeZone: zone, plainTime: '18:00' }).epochMilliseconds);
  await site.db
    .insertInto('classes')
    .values({ title: 'Bate-papo', description: 'x', startsAt, zone, createdBy: teacher.id, kind: 'club' })
    .execute();
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  await go(page, '/admin/classes?view=list');
  await page.getByRole('button', { name: 'Acciones de Bate-papo' }).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Título' }).inputValue()).toBe('Bate-papo');
  await expect.poll(() => page.getByLabel('Quién la da').first().inputValue()).toBe('Thiago Moreira');
  await expect.poll(() => page.getByLabel('Día').inputValue()).toBe(day.add({ days: 7 }).toString());
  await page.getByLabel('Día').fill(day.toString());
  await page.getByText('«Bate-papo» empieza a las 18:00').waitFor();
  await page.getByLabel(/^Hora/).fill('20:00');
  await page.getByText('Ya hay otra clase a esa hora').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Crear clase' }).click();
  await page.getByText('Clase creada').waitFor();
  const copies = await site.db
    .selectFrom('classes')
    .select('createdBy')
    .where('title', '=', 'Bate-papo')
    .execute();
  expect(copies).toEqual([{ createdBy: teacher.id }, { createdBy: teacher.id }]);
  await end();
});

it('an organiser who duplicates an open class keeps their list and week, and what they had typed for another class', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 3 * 24 * 3600_000);
  const { id } = await site.db
    .insertInto('classes')
    .values({ title: 'Bate-papo', description: 'x', startsAt, zone, createdBy: teacher.id, kind: 'club' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { page, end } = await visit(site, 1280, teacher);
  const week = today.add({ days: 21 }).toString();
  await go(page, `/admin/classes?view=list&week=${week}&new=`);
  const title = page.getByRole('textbox', { name: 'Título' });
  await title.fill('A medias');
  await page.getByRole('button', { name: /^(?!Acciones).*Bate-papo/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Duplicar' }).click();
  await expect.poll(() => title.inputValue()).toBe('Bate-papo');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    view: 'list',
    week,
    new: '',
    copy: id,
  });
  await title.fill('Bate-papo de nuevo');
  await page.getByRole('button', { name: 'Cerrar formulario' }).click();
  await page.getByRole('button', { name: 'Nueva clase' }).click();
  await expect.poll(() => title.inputValue()).toBe('A medias');
  await end();
});

it('a new club repeats on the day of its date unless the organiser takes that day out, and a new class does not', async () => {
  const { page, end } = await visit(
    site,
    phone,
    await site.person({ role: 'admin', zone: 'America/Bogota' }),
  );
  await go(page, '/admin/classes?view=list&new=');
  const form = page.getByRole('region', { name: 'Nueva clase' });
  const chosen = () => form.getByRole('group', { name: 'Se repite cada' }).locator('input:checked').count();
  await form.getByLabel(/^Día/).fill('2098-03-04');
  await expect.poll(chosen).toBe(0);
  await form.getByText('Club', { exact: true }).click();
  // 4 March 2098 is a Tuesday.
  await expect.poll(() => form.getByLabel('Mar', { exact: true }).isChecked()).toBe(true);
  await form.getByLabel(/^Día/).fill('2098-03-05');
  await expect.poll(() => form.getByLabel('Mié', { exact: true }).isChecked()).toBe(true);
  await expect.poll(chosen).toBe(1);
  await form.getByText('Mié', { exact: true }).click();
  await form.getByLabel(/^Día/).fill('2098-03-06');
  await expect.poll(chosen).toBe(0);
  await end();
});
