import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeToast } from '../failure-toast.ts';
import { expectToShare } from '../share.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
let club: string;
beforeAll(async () => {
  site = await newSite();
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  const { id } = await site.db
    .insertInto('classes')
    .values({
      kind: 'club',
      title: 'Café y conversación',
      description: 'Hablamos de la semana.',
      startsAt: new Date(Date.now() + 3 * 24 * 3600_000),
      createdBy: teacher.id,
      language: 'fr',
      maxStudents: 6,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  club = id;
});
afterAll(() => site.close());

it('a visitor with the link to a club passes it on, adds it to a calendar, and has a seat in it on the third screen, invited by who passed it on', async () => {
  const inviter = await site.person();
  const { inviteCode } = await site.db
    .selectFrom('users')
    .select('inviteCode')
    .where('id', '=', inviter.id)
    .executeTakeFirstOrThrow();
  const { page, end } = await visit(site, phone);
  const screens: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    // The page also notes in its history that it was read.
    if (frame === page.mainFrame() && pathname !== screens.at(-1)) screens.push(pathname);
  });

  await go(page, `/classes/${club}?invitation=${inviteCode}`);
  await page.getByRole('heading', { level: 1, name: 'Café y conversación' }).waitFor();
  await page.getByText('Quedan 6 lugares').waitFor();
  await page.getByText('Con Inés Ávila').waitFor();
  await expectWell(page);

  await expectToShare(page, { title: 'Café y conversación', address: `${site.url}/classes/${club}` });

  const calendar = page.getByRole('button', { name: 'Agregar a mi calendario' });
  await calendar.click();
  const google = page.getByRole('menuitem', { name: 'Google Calendar' });
  await google.waitFor();
  const event = new URL((await google.getAttribute('href')) ?? '');
  expect(event.origin).toBe('https://calendar.google.com');
  expect(event.searchParams.get('text')).toBe('Café y conversación');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Archivo para Apple u Outlook' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('SUMMARY:Café y conversación');
  expect(file.replaceAll('\r\n ', '')).toContain(`${site.url}/classes/${club}`);

  await page.getByRole('link', { name: 'Apartar mi lugar' }).click();
  await page.getByLabel('Nombre').fill('Ana María');
  await page.getByLabel('Correo electrónico').fill('visita@example.org');
  await page.getByLabel(/^Contraseña/).fill('colibri-de-papel');
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();

  await page.waitForURL(`**/classes/${club}`);
  await page.getByRole('button', { name: 'Soy una persona adulta' }).click();
  await seeToast(page, '¡Listo! Tienes tu lugar', () =>
    page.getByRole('button', { name: 'Inscribirme: Café y conversación' }).click(),
  );
  await page.getByText('Tienes tu lugar', { exact: true }).waitFor();
  const { invitedBy } = await site.db
    .selectFrom('users')
    .select('invitedBy')
    .where('email', '=', 'visita@example.org')
    .executeTakeFirstOrThrow();
  expect(invitedBy).toBe(inviter.id);
  expect(screens).toEqual([`/classes/${club}`, '/auth', `/classes/${club}`]);
  await end();
});

it('the address of a class for kids shows a visitor nothing of it', async () => {
  await site.db.updateTable('classes').set({ targetAudience: 'kid' }).where('id', '=', club).execute();
  const { page, end } = await visit(site, desktop);
  await go(page, `/classes/${club}`);
  await page.getByRole('heading', { level: 1, name: 'Esta clase ya no está disponible' }).waitFor();
  await expect.poll(() => page.getByText('Café').count()).toBe(0);
  await end();
});
