import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgeGroup } from '#shared/actor.ts';
import { addDays, mondayOf } from '#shared/time/calendar-days.ts';
import { dayAround } from '#shared/time/wall-clock.ts';
import { calendarDay, mexicoCity } from '#shared/time/zones.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, openFilters, phone, visit, widths } from '../visit.ts';
import { zoneFarFromMidnight } from './zone-far-from-midnight.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

async function club(
  title: string,
  language: 'en' | 'fr',
  startsAt: Date,
  targetAudience: AgeGroup = 'adult',
): Promise<string> {
  const host = await site.person({ name: 'Mariana Cifuentes', role: 'teacher', verified: true });
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title,
      description: 'Una taza, un tema y seis personas.',
      startsAt,
      zone: 'America/Bogota',
      durationMinutes: 60,
      language,
      targetAudience,
      maxStudents: 6,
      createdBy: host.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('the answer of yesterday that a browser kept calls the clubs of today those of today', async () => {
  const zone = zoneFarFromMidnight();
  await club('Café de hoy', 'en', new Date(Date.now() + 3600_000));
  await club('Café de mañana', 'en', new Date(Date.now() + 25 * 3600_000));
  const { page, end } = await visit(site, phone, await site.person({ zone }));
  const { day, to } = dayAround(new Date(Date.now() - 24 * 3600_000), zone);
  const kept = { day, zone, endsAt: to.toISOString(), items: [] };
  await route(page, '**/api/classes/today**', (asked) => asked.fulfill({ json: kept }));
  await go(page, '/conversation-clubs');
  await page
    .getByRole('region', { name: /^Hoy, / })
    .getByText('Café de hoy')
    .waitFor();
  const later = page.getByRole('region', { name: 'Los días que siguen' });
  await later.getByText('Café de mañana').waitFor();
  await expect
    .poll(() => page.getByText('No hay clubes de conversación programados para hoy').count())
    .toBe(0);
  await unroute(page, '**/api/classes/today**');
  await page.reload();
  await page
    .getByRole('region', { name: /^Hoy, / })
    .getByText('Café de hoy')
    .waitFor();
  await page
    .getByRole('region', { name: /^Mañana, / })
    .getByText('Café de mañana')
    .waitFor();
  await expectWell(page);
  await end();
});

it('a student on a phone reads the clubs of a week by the time of day at which they begin', async () => {
  const monday = addDays(mondayOf(calendarDay(new Date().toISOString(), mexicoCity)), 7);
  await club('Café de la tarde', 'en', new Date(`${monday}T19:30:00-06:00`));
  await club('Café de la mañana', 'en', new Date(`${addDays(monday, 1)}T07:00:00-06:00`));
  const { page, end } = await visit(site, phone, await site.person({ zone: mexicoCity }));
  await go(page, `/calendar?week=${monday}`);
  const titles = page.getByRole('article').getByRole('heading');
  await expect
    .poll(async () => (await titles.allTextContents()).filter((title) => title.startsWith('Café de la ')))
    .toEqual(['Café de la mañana', 'Café de la tarde']);
  await end();
});

describe.each(widths)('at %i px', (width) => {
  it('a student turns to next week, chooses a language and takes a seat; the address keeps both', async () => {
    const nextWeek = new Date(Date.now() + 7 * 24 * 3600 * 1000);
    const english = `Conversation over coffee ${width}`;
    const id = await club(english, 'en', nextWeek);
    await club(`Apéro ${width}`, 'fr', nextWeek);
    const { page, end } = await visit(site, width, await site.person());

    await go(page, '/conversation-clubs');
    await page.getByRole('link', { name: 'Ver toda la semana' }).click();
    await page.getByRole('link', { name: 'Semana siguiente' }).first().click();
    const shown = (title: string) =>
      page.getByRole(width === 390 ? 'article' : 'link', { name: title }).first();
    await shown(`Apéro ${width}`).waitFor();
    await openFilters(page);
    await page.getByLabel('Idioma', { exact: true }).selectOption('Inglés');
    await shown(`Apéro ${width}`).waitFor({ state: 'detached' });
    await expectWell(page, [width]);

    await page.reload();
    // On a phone the card of a repeating club has a link for each of its days.
    await (width === 390
      ? shown(english).getByRole('list').getByRole('link').first()
      : shown(english)
    ).click();
    const card = page.getByRole('dialog').getByRole('article');
    await card.getByRole('button', { name: /^Inscribirme/ }).click();
    await card.getByText('Tienes tu lugar').waitFor();
    await expectWell(page, [width]);
    const enrolled = await site.db
      .selectFrom('classEnrollments')
      .select('userId')
      .where('classId', '=', id)
      .execute();
    expect(enrolled).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    if (width === 390)
      await shown(english)
        .getByRole('link', { name: /Tienes tu lugar/ })
        .waitFor();
    else await shown(english).getByText('Tienes tu lugar').waitFor();

    await go(page, '/calendar?week=2090-02-30&language=nah');
    await page.getByText('Nada coincide con estos filtros').waitFor();
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await page.getByText('No hay clubes de conversación programados para esta semana').waitFor();
    await end();
  });

  it('a link below the clubs of a week leads to the top of the next week', async () => {
    const startsAt = new Date(Date.now() + 21 * 24 * 3600 * 1000);
    await club(`Charla ${width}`, 'en', startsAt);
    const monday = mondayOf(calendarDay(startsAt.toISOString(), mexicoCity));
    const { page, end } = await visit(site, width, await site.person());
    await go(page, `/calendar?week=${monday}`);
    const shown = page.getByText(`Charla ${width}`).first();
    await shown.waitFor();
    const link = page.getByRole('link', { name: 'Semana siguiente' }).last();
    await expect.poll(async () => (await link.boundingBox())!.y > (await shown.boundingBox())!.y).toBe(true);
    await page.setViewportSize({ width, height: 400 });
    await link.click();
    await page.getByText('No hay clubes de conversación programados para esta semana').waitFor();
    expect(new URL(page.url()).searchParams.get('week')).toBe(addDays(monday, 7));
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await end();
  });
});

it('an administrator copies the clubs of a week as a text for a group, without those for kids', async () => {
  const inTwoWeeks = new Date(Date.now() + 14 * 24 * 3600_000);
  const id = await club('Tertulia', 'fr', inTwoWeeks);
  const forKids = await club('Cuentos', 'fr', inTwoWeeks, 'kid');
  const admin = await site.person({ role: 'admin' });
  const { context, page, end } = await visit(site, phone, admin);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(page, `/calendar?week=${calendarDay(inTwoWeeks.toISOString(), mexicoCity)}`);
  await page.getByText('Cuentos').first().waitFor();
  const open = page.getByRole('button', { name: 'Semana para tu grupo' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'La semana, lista para tu grupo' });
  await expect.poll(() => dialog.getByLabel('Texto').inputValue()).toContain(`${site.url}/classes/${id}`);
  await expectWell(page);
  const text = await dialog.getByLabel('Texto').inputValue();
  expect(text).toMatch(/^\*Clubes de la semana\*\nHoras de .*\n\n\*.+\*\n\d\d:\d\d · Tertulia · /);
  expect(text).toContain('con Mariana Cifuentes');
  expect(text).not.toContain(forKids);
  const whatsapp = await dialog.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href');
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toBe(text);
  await dialog.getByRole('button', { name: 'Copiar texto' }).click();
  await dialog.getByRole('button', { name: 'Texto copiado' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await context.clearPermissions();

  // The group lives in Madrid: this device keeps that.
  const city = dialog.getByRole('combobox', { name: 'Horas de qué ciudad' });
  await city.fill('Madrid');
  await page.getByRole('option', { name: /Madrid/ }).click();
  const hours = () => dialog.getByLabel('Texto').inputValue();
  await expect.poll(hours).toMatch(/^\*Clubes de la semana\*\nHoras de Madrid \(/);
  await expectWell(page);
  await page.reload();
  await open.click();
  await expect.poll(hours).toMatch(/^\*Clubes de la semana\*\nHoras de Madrid \(/);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await dialog.waitFor({ state: 'detached' });

  await go(page, '/calendar?week=2090-03-06');
  await open.click();
  await dialog.getByText('Esta semana ya no quedan clubes').waitFor();
  await expectWell(page);
  await end();
});
