import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tier } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const zone = 'America/Mexico_City';
const today = Temporal.Now.plainDateISO(zone);

async function classAt(
  time: string,
  more: { title: string; seats?: number; tier?: Tier; language?: LanguageCode },
) {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Camila Rojas' });
  await site.db
    .updateTable('teacherProfiles')
    .set({ averageRating: 4.6, totalReviews: 3 })
    .where('userId', '=', teacher.id)
    .execute();
  const startsAt = new Date(today.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds);
  const { id } = await site.db
    .insertInto('classes')
    .values({
      title: more.title,
      description: 'De prueba',
      startsAt,
      createdBy: teacher.id,
      language: more.language ?? 'en',
      requiredTier: more.tier ?? 'free',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let seat = 0; seat < (more.seats ?? 0); seat += 1) {
    const { id: userId } = await site.person();
    await site.db.insertInto('classEnrollments').values({ classId: id, userId }).execute();
  }
}

it('the organisers’ week is the specification’s: Monday first, 8 to 21, today marked, each class a coloured button', async () => {
  await classAt('10:30', { title: 'Inglés de oficina', seats: 1, tier: 'premium' });
  await classAt('10:45', { title: 'Francés a la vez', seats: 2, language: 'fr' });
  const { page, end } = await visit(site, 1280, await site.person({ role: 'admin', zone }));
  await page.goto('/admin/classes');
  const grid = page.getByRole('table').or(page.getByRole('grid')).first();
  await grid.waitFor();

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
  expect(await grid.locator('[aria-current=date]').count()).toBeGreaterThan(0);
  expect(await grid.evaluate((it) => it.getBoundingClientRect().width)).toBeGreaterThanOrEqual(1000);
  const month = today.toLocaleString('es', { month: 'long' });
  await page.getByText(new RegExp(month, 'i')).first().waitFor();

  // Two that clash share the cell of their hour.
  const office = grid.getByRole('button', { name: /Inglés de oficina/ });
  const text = (await office.textContent()) ?? '';
  for (const part of ['Inglés de oficina', '10:30', 'Inglés', '4.6', '1 estudiante'])
    expect(text).toContain(part);
  expect(await grid.getByRole('button', { name: /Francés a la vez/ }).textContent()).toContain(
    '2 estudiantes',
  );
  for (const word of ['Gratuito', 'Premium', 'VIP', 'Básico']) await page.getByText(word).first().waitFor();

  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  await expect.poll(() => grid.getByRole('button', { name: /Inglés de oficina/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Hoy', exact: true }).click();
  await office.waitFor();
  await page.getByRole('button', { name: 'Semana anterior' }).click();
  await expect.poll(() => grid.getByRole('button', { name: /Inglés de oficina/ }).count()).toBe(0);
  await end();
});
