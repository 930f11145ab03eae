import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, phone, tryAgain, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it('a member makes a link with a limit; it leads a visitor to the sign-up until it has ended, and an administrator ends another', async () => {
  const owner = await visit(site, phone, await site.person({ name: 'Olga Dueñas' }));
  await owner.page.goto('/coins');
  // Their own link, without limits, is handed out in the same form.
  await owner.page.getByRole('button', { name: 'Compartir', exact: true }).click();
  const whatsapp = owner.page.getByRole('menuitem', { name: 'WhatsApp' });
  const { inviteCode } = await site.db
    .selectFrom('users')
    .select('inviteCode')
    .where('name', '=', 'Olga Dueñas')
    .executeTakeFirstOrThrow();
  expect(decodeURIComponent((await whatsapp.getAttribute('href')) ?? '')).toContain(`/i/${inviteCode}`);
  await owner.page.keyboard.press('Escape');
  const links = owner.page.getByRole('region', { name: 'Enlaces para un grupo' });
  await links.getByRole('button', { name: 'Crear enlace' }).click();
  await links.getByRole('textbox', { name: '¿Para quién es?' }).fill('Grupo de los martes');
  await links.getByLabel('¿A cuántas personas invita?').fill('3');
  await links.getByRole('button', { name: 'Crear enlace' }).click();
  const row = links.getByRole('listitem').filter({ hasText: 'Grupo de los martes' });
  await row.getByText('0 personas de 3').waitFor();
  await expectWell(owner.page);
  const { code } = await site.db.selectFrom('inviteLinks').select('code').executeTakeFirstOrThrow();

  const guest = await visit(site, desktop);
  // Without an answer the page does not know whether the link invites, and takes the visitor no further.
  const busy = { status: 429, json: { code: 'http/too-many', message: '', requestId: 'r-1' } };
  await route(guest.page, '**/by-code/*', (asked) => asked.fulfill(busy));
  await guest.page.goto(`/i/${code}`);
  await guest.page.getByText('Demasiados intentos', { exact: false }).waitFor();
  await unroute(guest.page, '**/by-code/*');
  await tryAgain(guest.page);
  const join = guest.page.getByRole('link', { name: 'Crear mi cuenta gratis' });
  await expect.poll(() => join.getAttribute('href')).toBe(`/auth?register=true&invitation=${code}`);
  await expectWell(guest.page, [desktop]);

  await row.getByRole('button', { name: 'Terminar: Grupo de los martes' }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Terminar', exact: true }).click();
  await row.getByText(/^Terminó el /).waitFor();
  await guest.page.reload();
  await guest.page.getByText(/^Este enlace ya terminó\./).waitFor();
  await expect.poll(() => join.getAttribute('href')).toBe('/auth?register=true');
  await guest.end();

  await links.getByRole('button', { name: 'Crear enlace' }).click();
  await links.getByRole('textbox', { name: '¿Para quién es?' }).fill('Cartel');
  await links.getByRole('button', { name: 'Crear enlace' }).click();
  await links.getByRole('listitem').filter({ hasText: 'Cartel' }).waitFor();
  await owner.end();

  const admin = await visit(site, desktop, await site.person({ role: 'admin' }));
  await admin.page.goto('/admin/students');
  await admin.page.getByRole('link', { name: 'Invitaciones' }).click();
  await admin.page.getByRole('button', { name: 'Copiar enlace de registro' }).waitFor();
  await admin.page.getByRole('link', { name: 'Olga Dueñas' }).first().waitFor();
  await expectWell(admin.page);
  await admin.page.getByRole('button', { name: 'Terminar ahora: Cartel' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Se publicó en un foro');
  await dialog.getByRole('button', { name: 'Terminar ahora', exact: true }).click();
  await expect.poll(() => admin.page.getByText('Terminó', { exact: true }).count()).toBe(2);
  await admin.end();
});

it('a member reads on to the first of their links with a limit', async () => {
  const person = await site.person();
  for (let n = 1; n <= 23; n += 1) {
    const endsAt = new Date(Date.now() - n * 86_400_000);
    await site.db
      .insertInto('inviteLinks')
      .values({ userId: person.id, label: `Grupo ${n}`, mostUses: 3, endsAt, createdAt: endsAt })
      .execute();
  }
  const { page, end } = await visit(site, phone, person);
  await page.goto('/coins');
  const links = page.getByRole('region', { name: 'Enlaces para un grupo' });
  await expect.poll(() => links.getByRole('listitem').count()).toBe(20);
  await links.getByRole('button', { name: 'Ver más enlaces' }).click();
  await links.getByText('Grupo 23').waitFor();
  await links.getByRole('status').filter({ hasText: '3 más en la lista' }).waitFor();
  await expectWell(page);
  await end();
});
