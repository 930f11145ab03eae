import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { insertChannel } from '../../src/testing/rows/insert-channel.ts';
import { insertVideo } from '../../src/testing/rows/insert-video.ts';
import { type Route, route, unroute } from '../route.ts';
import { desktop, go, visit } from '../visit.ts';

let site: Site;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  site = await newSite();
  teacher = await site.person({ name: 'Mariana Cifuentes', role: 'teacher', verified: true });
  admin = await site.person({ role: 'admin' });
});
afterAll(() => site.close());

const club = (title: string, maxStudents: number) => clubOf(teacher, title, maxStudents);

async function clubOf(host: Person, title: string, maxStudents = 8): Promise<string> {
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title,
      description: 'Una taza, un tema y pocas personas.',
      // The same hour tomorrow: the page shows later clubs without their buttons.
      startsAt: new Date(Date.now() + 24 * 3600_000),
      maxStudents,
      createdBy: host.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: it } = document;
    return it === document.body ? null : (it?.getAttribute('aria-label') ?? it?.textContent);
  });

/** By the keyboard: the button is focused, and Enter presses it. */
async function enter(within: Page | Locator, name: string): Promise<void> {
  await within.getByRole('button', { name, exact: true }).press('Enter');
}

it('the focus goes from the button that enrols to the one that cancels, and back, on a page and in a drawer', async () => {
  const id = await club('Coffee', 4);
  const { page, end } = await visit(site, desktop, await site.person());
  for (const [address, part] of [
    ['/conversation-clubs', 'main'],
    [`/classes?class=${id}`, '[role=dialog]'],
  ] as const) {
    await go(page, address);
    await enter(page.locator(part), 'Inscribirme: Coffee');
    await expect.poll(() => focused(page)).toBe('Cancelar inscripción: Coffee');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Inscribirme: Coffee');
    await expect.poll(() => page.locator(part).locator(':focus').count()).toBe(1);
  }
  await end();
});

it('the focus goes from a toast whose button was pressed back to where it was before, or else to the page', async () => {
  await club('Mate', 4);
  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/conversation-clubs');
  const region = page.getByRole('region', { name: 'Notifications' });
  await enter(page, 'Inscribirme: Mate');
  await expect.poll(() => focused(page)).toBe('Cancelar inscripción: Mate');
  await page.keyboard.press('Enter');
  await region.getByRole('button', { name: 'Deshacer' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Inscribirme: Mate');
  await page.keyboard.press('Alt+t');
  await region.getByRole('button', { name: 'Deshacer' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Cancelar inscripción: Mate');
  await page.keyboard.press('Enter');
  await region.getByRole('button', { name: 'Deshacer' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Inscribirme: Mate');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Alt+t');
  await region.getByRole('button', { name: 'Cerrar' }).last().press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await end();
});

it('the focus goes from the button that joins a waiting list to the one that leaves it, and back after the dialog', async () => {
  await site.request(await site.person(), 'POST', `/api/classes/${await club('Tea', 1)}/enrolment`);
  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/conversation-clubs');
  await enter(page, 'Esperar un lugar: Tea');
  await expect.poll(() => focused(page)).toBe('Salir de la lista: Tea');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '¿Salir de la lista de espera?' });
  await dialog.waitFor();
  await enter(dialog, 'Sí, salir');
  await expect.poll(() => focused(page)).toBe('Esperar un lugar: Tea');
  await end();
});

it('the focus goes from a form to the button of what it made, and from that one to the button of the form', async () => {
  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/profile');
  await enter(page, 'Planear vacaciones');
  const first = page.getByLabel('Primer día');
  const day = await first.getAttribute('min');
  await first.fill(day ?? '');
  await page.getByLabel('Último día').fill(day ?? '');
  await enter(page, 'Planear vacaciones');
  await expect.poll(() => focused(page)).toBe('Cancelar vacaciones');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Planear vacaciones');
  await end();
});

it('the focus goes from a row that leaves its list to the next one, and from a button that nothing replaces to its row', async () => {
  const learner = await site.person();
  const inAMonth = new Date(Date.now() + 30 * 24 * 3600_000).toISOString().slice(0, 10);
  for (const label of ['Mi grupo', 'Mi empresa']) {
    const body = { label, mostUses: 5, lastDay: inAMonth };
    const made = await site.request(learner, 'POST', '/api/accounts/invitations', body);
    expect(made.status).toBe(200);
  }
  const { page, end } = await visit(site, desktop, learner);
  await go(page, '/coins');
  await enter(page, 'Terminar: Mi grupo');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar' }).press('Enter');
  await expect.poll(() => page.locator('li:focus').textContent()).toContain('Mi grupo');
  await end();

  const rows = ['Ximena Ruiz,xime,,French,9,50', 'Zoe Mar,zoe,,French,9,40'];
  const file = ['Full name,Username,Email,Language,Streak,Total XP', ...rows].join('\n');
  const csv = { 'content-type': 'text/csv' };
  const sent = await site.request(
    admin,
    'POST',
    '/api/cup/imports?season=2026-11',
    new TextEncoder().encode(file),
    csv,
  );
  const { boardId } = await sent.json();
  await site.request(admin, 'POST', `/api/cup/imports/${boardId}/commit`);
  for (const username of ['xime', 'zoe']) {
    const claimant = await site.person({ name: `Persona ${username}` });
    await site.request(claimant, 'POST', '/api/cup/claims', { username });
  }
  const organiser = await visit(site, desktop, admin);
  await go(organiser.page, '/admin/ranking');
  await enter(organiser.page, 'Confirmar: Persona xime, xime');
  await organiser.page.getByText('Fila confirmada').waitFor();
  const next = organiser.page.getByRole('article').filter({ hasText: 'Persona zoe' });
  await expect.poll(() => next.locator(':focus').count()).toBe(1);
  await organiser.end();
});

it('the focus goes from an offer of a class that was answered to the whole next offer, and from the last one to the one before', async () => {
  const giver = await site.person({ role: 'teacher', verified: true });
  for (const title of ['Uno', 'Dos', 'Tres']) {
    const path = `/api/classes/${await clubOf(giver, title)}/offer`;
    expect((await site.request(giver, 'PUT', path, { teacherId: teacher.id })).status).toBe(200);
  }
  const { page, end } = await visit(site, desktop, teacher);
  await go(page, '/teacher');
  const offers = page.getByRole('region', { name: 'Clases que cambian de manos' }).getByRole('listitem');
  await expect.poll(() => offers.count()).toBe(3);
  const decline = (at: number) => offers.nth(at).getByRole('button', { name: /^No puedo/ });
  for (const [answered, next] of [
    [0, 0],
    [1, 0],
  ] as const) {
    const left = (await offers.count()) - 1;
    await decline(answered).press('Enter');
    await expect.poll(() => offers.count()).toBe(left);
    await expect.poll(() => offers.nth(next).evaluate((it) => it === document.activeElement)).toBe(true);
  }
  await end();
});

it('the focus goes from a video that was approved to the next one, and stays in the dialog of another one', async () => {
  for (const title of ['Café', 'Mercado', 'Playa'])
    await insertVideo(site.db, { title, moderationStatus: 'pending' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/videos');
  const titles = () => page.getByRole('article').evaluateAll((all) => all.map((it) => it.ariaLabel ?? ''));
  await expect.poll(async () => (await titles()).length).toBe(3);
  const [first, second, third] = await titles();
  await enter(page, `Aprobar: ${first}`);
  await expect.poll(() => focused(page)).toBe(second);

  const held: Route[] = [];
  await route(page, /\/moderation$/, (asked) => void held.push(asked));
  await enter(page, `Aprobar: ${second}`);
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('button', { name: `Rechazar: ${third}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Se oye mal');
  await unroute(page, /\/moderation$/);
  await held[0]?.fallback();
  await expect.poll(async () => (await titles()).length).toBe(1);
  await expect.poll(() => dialog.locator('textarea:focus').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Rechazar' }).press('Enter');
  await page.getByText('No hay videos por revisar').waitFor();
  await expect.poll(() => focused(page)).not.toBe(null);
  await end();
});

it('the focus stays on a switch of a video and of a channel while its change is saved', async () => {
  await insertVideo(site.db, { title: 'Uno', moderationStatus: 'pending' });
  await insertChannel(site.db, {});
  const { page, end } = await visit(site, desktop, admin);
  for (const [address, within] of [
    ['/admin/videos', 'Uno'],
    ['/admin/videos?tab=channels', 'Por conocer'],
  ] as const) {
    await go(page, address);
    const turned = page
      .getByRole('article', { name: within })
      .getByRole('switch', { name: /^(Encendido|Activo)/ });
    await expect.poll(() => turned.isChecked()).toBe(true);
    await turned.press(' ');
    await expect.poll(() => turned.isChecked()).toBe(false);
    expect(await turned.evaluate((it) => it === document.activeElement)).toBe(true);
  }
  await end();
});
