import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#shared/time/calendar-days.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/** The next whole hour at least a day ahead, as an administrator in Bogotá types it. */
function tomorrow() {
  const then = new Date(Date.now() + 24 * 3600 * 1000);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(then);
  return { day, startsAt: new Date(`${day}T18:00:00-05:00`) };
}

it('an administrator schedules a class; a student enrols and cancels; it is deleted', async () => {
  const title = 'Inglés en la cocina';
  const bogota = await site.person({ role: 'admin', zone: 'America/Bogota' });
  const admin = await visit(site, phone, bogota);
  await go(admin.page, '/admin/classes');
  // A week without classes offers the same below.
  await admin.page.getByRole('button', { name: 'Nueva clase' }).first().click();
  const form = admin.page.locator('form');
  await form.getByRole('textbox', { name: 'Título' }).fill(title);
  await form.getByRole('textbox', { name: 'Descripción' }).fill('Recetas, verbos y hambre.');
  await form.getByLabel('Día').first().fill(tomorrow().day);
  await form.getByLabel(/^Hora/).first().fill('18:00');
  await expectWell(admin.page);
  await form.getByRole('button', { name: 'Crear clase' }).click();
  await admin.page.getByText('Clase creada').waitFor();
  await admin.page.getByText(/18:00 · Bogotá \(GMT-05\)$/).waitFor();
  await form.waitFor({ state: 'detached' });
  const made = await site.db
    .selectFrom('classes')
    .selectAll()
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  expect(made).toMatchObject({
    startsAt: tomorrow().startsAt,
    zone: 'America/Bogota',
    requiredTier: 'free',
    maxStudents: 12,
  });
  // The list, because tomorrow is in the next week when today is a Sunday.
  await admin.page.getByText('Lista', { exact: true }).click();
  await admin.page.getByRole('button', { name: new RegExp(`^(?!Acciones).*${title}`) }).waitFor();
  await admin.page.getByText('Horas de Bogotá').waitFor();
  await expectWell(admin.page);

  const student = await visit(site, phone, await site.person());
  await go(student.page, '/classes');
  await student.page.getByRole('tab', { name: 'Próximas' }).click();
  const card = student.page.getByRole('article').filter({ hasText: title });
  // 18:00 in Bogotá is 17:00 in Mexico City.
  await card.getByText('17:00').waitFor();
  await expectWell(student.page);
  await card.getByRole('button', { name: /^Inscribirme/ }).click();
  await student.page.getByText('¡Listo! Tienes tu lugar').waitFor();
  expect(await seatsTaken(made.id)).toBe(1);
  await card.getByRole('button', { name: /^Cancelar inscripción/ }).click();
  await card.getByRole('button', { name: /^Inscribirme/ }).waitFor();
  expect(await seatsTaken(made.id)).toBe(0);

  // A dialog comes into the page as it is opened, and so after the drawer that it was opened from, and over it.
  const mounted = admin.page.locator('.mantine-Modal-root, .mantine-Drawer-root');
  await expect.poll(() => mounted.count()).toBe(0);
  // What happens to a class is seen without a reload.
  await admin.page.getByRole('button', { name: new RegExp(`^(?!Acciones).*${title}`) }).click();
  await admin.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Acciones de/ })
    .click();
  const share = admin.page.getByRole('menuitem', { name: 'Compartir por WhatsApp' });
  const message = new URL((await share.getAttribute('href')) ?? '');
  expect(message.host).toBe('wa.me');
  expect(message.searchParams.get('text')).toContain(`Inscríbete aquí: ${site.url}/classes/${made.id}`);
  await admin.page.getByRole('menuitem', { name: 'Eliminar clase' }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click();
  await admin.page.getByText('Clase eliminada').waitFor();
  await card.waitFor({ state: 'detached' });
  await admin.end();
  await student.end();
});

it('a teacher whose browser refuses storage schedules a class', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
  const { page, end } = await visit(site, desktop, teacher);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
  });
  await go(page, '/admin/classes?new=');
  const form = page.locator('form');
  await form.getByRole('textbox', { name: 'Título' }).fill('Inglés sin memoria');
  await form.getByRole('textbox', { name: 'Descripción' }).fill('Verbos.');
  await form.getByLabel('Día').first().fill(tomorrow().day);
  await form.getByLabel(/^Hora/).first().fill('18:00');
  await form.getByRole('button', { name: 'Crear clase' }).click();
  await page.getByText('Clase creada').waitFor();
  await form.waitFor({ state: 'detached' });
  await end();
});

it('the calendar shows the week of a class that was scheduled two weeks ahead', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
  const { page, end } = await visit(site, desktop, teacher);
  await go(page, '/admin/classes?new=');
  const form = page.locator('form');
  await form.getByRole('textbox', { name: 'Título' }).fill('Inglés de diciembre');
  await form.getByRole('textbox', { name: 'Descripción' }).fill('Verbos.');
  await form.getByLabel('Día').first().fill(addDays(tomorrow().day, 14));
  await form.getByLabel(/^Hora/).first().fill('18:00');
  await form.getByRole('button', { name: 'Crear clase' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Inglés de diciembre/ }).waitFor();
  await end();
});

it('an organiser pastes an invitation of Zoom, of which the class takes the address', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
  const { page, end } = await visit(site, phone, teacher);
  await go(page, '/admin/classes?new=');
  const form = page.locator('form');
  const address = 'https://us02web.zoom.us/j/81234567890?pwd=abc';
  const link = form.getByRole('textbox', { name: 'Enlace de la reunión' });
  await link.evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `Jorge te está invitando a una reunión de Zoom programada.\n${address} ID: 812`);
  await expect.poll(() => link.inputValue()).toBe(address);
  await end();
});

it('a lower plan, a full class and a class that has begun are refused in words', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const { startsAt } = tomorrow();
  const base = { description: 'De prueba', createdBy: teacher.id };
  const titles = { vip: 'Solo VIP', full: 'Sin lugar', begun: 'Ya empezó' };
  const [, full] = await site.db
    .insertInto('classes')
    .values([
      { ...base, title: titles.vip, startsAt, requiredTier: 'vip' },
      { ...base, title: titles.full, startsAt, maxStudents: 1 },
      { ...base, title: titles.begun, startsAt: new Date(Date.now() - 10 * 60_000) },
    ])
    .returning('id')
    .execute();
  const someone = await site.person();
  await site.db
    .insertInto('classEnrollments')
    .values({ classId: full?.id ?? '', userId: someone.id })
    .execute();

  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/classes');
  await page.getByRole('tab', { name: 'Próximas' }).click();
  const says = async (title: string, text: string | RegExp) =>
    page.getByRole('article').filter({ hasText: title }).getByText(text).first().waitFor();
  await says(titles.vip, /^Incluida en el plan VIP/);
  await says(titles.full, 'Sin lugares disponibles');
  await page.getByRole('button', { name: `Esperar un lugar: ${titles.full}` }).waitFor();
  await says(titles.begun, 'Esta clase ya empezó, y para no interrumpirla ya no se puede entrar.');
  await end();
});

it('a class of another age or language does not show', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const { startsAt } = tomorrow();
  const base = { description: 'De prueba', createdBy: teacher.id, startsAt };
  await site.db
    .insertInto('classes')
    .values([
      { ...base, title: 'Para kids', targetAudience: 'kid', language: 'en' },
      { ...base, title: 'En alemán', language: 'de' },
      { ...base, title: 'En inglés', language: 'en' },
    ])
    .execute();
  const { page, end } = await visit(site, phone, await site.person({ languages: ['en'] }));
  await go(page, '/classes');
  await page.getByRole('tab', { name: 'Próximas' }).click();
  await page.getByText('En inglés').waitFor();
  await expect.poll(() => page.getByText('En alemán').count()).toBe(0);
  await expect.poll(() => page.getByText('Para kids').count()).toBe(0);
  await end();
});

async function seatsTaken(id: string): Promise<number> {
  const row = await site.db
    .selectFrom('classes')
    .select('seatsTaken')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.seatsTaken;
}

it('the calendar of classes rings today of the zone of the profile, also where the device has another day', async () => {
  const device = calendarDay(new Date().toISOString(), 'America/Mexico_City');
  const elsewhere = ['Pacific/Kiritimati', 'Pacific/Niue'];
  const zone = elsewhere.find((one) => calendarDay(new Date().toISOString(), one) !== device) ?? '';
  const { page, end } = await visit(site, desktop, await site.person({ zone }));
  const tomorrow = addDays(calendarDay(new Date().toISOString(), zone), 1);
  // The chosen day has another look.
  await go(page, `/classes?tab=calendar&day=${tomorrow}`);
  const days = page.locator('table button');
  await days.first().waitFor();
  const ringed = () =>
    days.evaluateAll((all) =>
      all
        .filter((day) => getComputedStyle(day).borderTopStyle !== 'none')
        .map((day) => day.getAttribute('aria-current')),
    );
  await expect.poll(ringed).toEqual(['date']);
  await end();
});

it('the form of a class that repeats comes to rest once its organiser stops typing', async () => {
  const admin = await site.person({ role: 'admin', zone: 'America/Bogota' });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/classes?view=list&new=');
  const form = page.getByRole('region', { name: 'Nueva clase' });
  await form.getByText('Mar', { exact: true }).click();
  await form.getByLabel(/^Día/).fill(tomorrow().day);
  await form.getByLabel(/^Hora/).first().fill('19:00');
  await form.getByText(/Cada martes a las 19:00/).waitFor();
  // What is typed settles after a pause of 400 ms.
  const pauses = () =>
    page.evaluate(async () => {
      const { setTimeout } = window;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      let begun = 0;
      window.setTimeout = ((act: TimerHandler, after?: number) => {
        if (after === 400) begun++;
        return setTimeout(act, after);
      }) as typeof setTimeout;
      await new Promise((resolve) => setTimeout(resolve, 1500));
      window.setTimeout = setTimeout;
      return begun;
    });
  expect(await pauses()).toBe(0);
  await end();
});
