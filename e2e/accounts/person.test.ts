import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consentByLink } from '#features/accounts/guardian/consent-by-link.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { calendarDay, mexicoCity } from '#shared/time/zones.ts';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route } from '../route.ts';
import { desktop, expectWell, go, phone, resize, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const userOf = (id: string) =>
  site.db.selectFrom('users').select(['zone', 'locale']).where('id', '=', id).executeTakeFirstOrThrow();

it('the interface speaks the language of the account, and the picker writes it', async () => {
  const person = await site.person();
  await site.db.updateTable('users').set({ locale: 'de' }).where('id', '=', person.id).execute();
  const { page, end } = await visit(site, desktop, person);
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Dein Konto' }).waitFor();
  await page.getByRole('banner').getByRole('combobox').selectOption('en');
  await page.getByRole('heading', { name: 'My Profile' }).waitFor();
  await expect.poll(async () => (await userOf(person.id)).locale).toBe('en');
  await end();
});

it('a device in another zone offers to change the zone of the profile', async () => {
  const person = await site.person({ zone: 'Europe/Madrid' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/coins');
  await page.getByText('Estás en la hora de Ciudad de México y aquí ves la de Madrid.').waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Cambiarla' }).click();
  await expect.poll(async () => (await userOf(person.id)).zone).toBe('America/Mexico_City');
  await page.getByText('Estás en la hora de').waitFor({ state: 'detached' });
  await end();
});

/** A zone in which it is another day than in Mexico City, the zone of the device, at any hour. */
const zoneOfAnotherDay = () =>
  Temporal.Now.plainTimeISO(mexicoCity).hour < 4 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';

const dayIn = (zone: string) =>
  `Hoy, ${dayInWords(calendarDay(new Date().toISOString(), zone), 'es').toLowerCase()}`;

it('a member who takes the zone of the device finds the clubs of the day there at once', async () => {
  const away = zoneOfAnotherDay();
  const { page, end } = await visit(site, phone, await site.person({ zone: away }));
  await go(page, '/conversation-clubs');
  await page.getByText(dayIn(away), { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Cambiarla' }).click();
  await page.getByText(dayIn(mexicoCity), { exact: true }).first().waitFor();
  await end();
});

it('a member who changes the zone of their profile finds the clubs of the day there', async () => {
  const away = zoneOfAnotherDay();
  const { page, end } = await visit(site, phone, await site.person({ zone: mexicoCity }));
  await go(page, '/conversation-clubs');
  await page.getByText(dayIn(mexicoCity), { exact: true }).first().waitFor();
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Editar: Información personal' }).click();
  await page
    .locator('form input:not([type="hidden"])')
    .and(page.getByLabel('Zona horaria'))
    .fill(away.replace('Pacific/', '').replace('_', ' '));
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await page.getByText('Perfil actualizado').waitFor();
  // What was read moments ago is not read again by itself.
  await go(page, '/conversation-clubs');
  await page.getByText(dayIn(away), { exact: true }).first().waitFor();
  await end();
});

it('a zone that the person refused is not offered again on this device', async () => {
  const { page, end } = await visit(site, phone, await site.person({ zone: 'Europe/Madrid' }));
  await go(page, '/coins');
  await page.getByRole('button', { name: 'Dejarla así' }).click();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Estás en la hora de').count()).toBe(0);
  await end();
});

it('a person who signed up without a name is asked for it once, after their age', async () => {
  const person = await site.person();
  await site.db
    .updateTable('users')
    .set({ name: 'luz.marina', email: 'luz.marina@example.org' })
    .where('id', '=', person.id)
    .execute();
  await site.db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', person.id).execute();
  const { page, end } = await visit(site, phone, person);
  await go(page, '/dashboard');
  await page.getByRole('button', { name: 'Soy una persona adulta' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Cómo te llamas?' });
  await dialog.getByRole('button', { name: 'Dejar «luz.marina»' }).waitFor();
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.getByText('Escribe tu nombre').waitFor();
  await dialog.getByLabel('Nombre').fill('Luz Marina');
  const save = () => dialog.getByRole('button', { name: 'Guardar' }).click();
  await seeFailureToast(page, { of: '**/api/profiles/me', says: 'No se pudo actualizar el perfil' }, save);
  await save();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: /Luz!$/ }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /Luz!$/ }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await end();
});

it.each([
  [401, '/ranking'],
  [403, '/store'],
  [404, '/dashboard'],
] as const)('signing out ignores %i and returns to / from %s', async (status, path) => {
  const person = await site.person({ name: 'Óscar Paz' });
  const { page, end } = await visit(site, phone, person);
  await route(page, '**/api/auth/sign-out', async (route) => {
    await site.db.deleteFrom('sessions').where('userId', '=', person.id).execute();
    await route.fulfill({ status, json: { code: 'accounts/sign-in-first', message: '', requestId: 'r-1' } });
  });
  await go(page, path);
  // Without a picture the first letter of the name stands for the person.
  await page.getByRole('button', { name: 'Tu cuenta' }).getByText('Ó').waitFor();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect.poll(() => page.url()).toBe(`${site.url}/`);
  await page.getByRole('main').getByRole('link', { name: 'Comenzar gratis' }).first().waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await end();
});

it('a page that does not exist stays in the frame of a signed-in person, with two ways out, down to 320 pixels', async () => {
  const { page, end } = await visit(site, phone, await site.person());
  await go(page, '/store');
  await go(page, '/no-existe');
  await page.getByRole('heading', { name: '¡Ups! Esta página no existe' }).waitFor();
  await page.getByRole('link', { name: 'Volver al inicio' }).waitFor();
  await resize(page, 320, 640);
  const account = await page.getByRole('button', { name: 'Tu cuenta' }).boundingBox();
  expect((account?.x ?? 0) + (account?.width ?? 999)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Regresar a la página anterior' }).click();
  await page.waitForURL('**/store');
  await end();
});

it('an open dialog about a person goes on asking what was pressed when another person does it first', async () => {
  const kid = await site.person({ name: 'Nico Breve', ageGroup: 'kid' });
  const address = 'mama@familia.example';
  await site.db
    .insertInto('guardianConsents')
    .values({ userId: kid.id, address, askedAt: new Date() })
    .execute();
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/students?search=Nico+Breve');
  await page.getByRole('button', { name: kid.name, exact: true }).click();
  await page.getByRole('button', { name: 'Registrar permiso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar el permiso' });
  await dialog.waitFor();
  await consentByLink(await site.ctxFor(kid), kid.id, address);
  // The page behind the dialog has heard of it: its button is gone.
  await page.locator('button', { hasText: 'Registrar permiso' }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Registrar el permiso' }).click();
  await page.getByText('Permiso actualizado').waitFor();
  const consent = site.db.selectFrom('guardianConsents').select('revokedAt').where('userId', '=', kid.id);
  expect(await consent.executeTakeFirst()).toEqual({ revokedAt: null });
  await end();
});

it('the notice of another guardian leads an administrator to the address that the kid named', async () => {
  const kid = await site.person({ name: 'Lía Mudanza', ageGroup: 'kid' });
  const asked = { address: 'papa@familia.example', askedAt: new Date() };
  await site.db
    .insertInto('guardianConsents')
    .values({ userId: kid.id, ...asked })
    .execute();
  const guardianEmail = 'buzon.de.lia@example.org';
  const named = await site.request(kid, 'POST', '/api/people/me/guardian', { guardianEmail });
  expect(named.status).toBe(200);
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, `/admin/students?person=${kid.id}`);
  const drawer = page.getByRole('dialog', { name: kid.name });
  const address = drawer.getByRole('link', { name: guardianEmail });
  await expect.poll(() => address.getAttribute('href')).toBe(`mailto:${guardianEmail}`);
  await drawer.getByText('Falta: se pidió el').waitFor();
  await expectWell(page);
  await end();
});

it('a payment by hand begins with the plan that the person has', async () => {
  const payer = await site.person({ name: 'Paula Premium', tier: 'premium' });
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/students?search=Paula+Premium');
  await page.getByRole('button', { name: payer.name, exact: true }).click();
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  const what = page.getByRole('dialog', { name: 'Registrar un pago' }).getByLabel('Qué paga');
  await expect.poll(() => what.inputValue()).toBe('premium');
  await end();
});

it('an administrator who records a payment sees it and its plan in the open drawer at once', async () => {
  const payer = await site.person({ name: 'Celia Contado' });
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/students?search=Celia+Contado');
  await page.getByRole('button', { name: payer.name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: payer.name });
  await drawer.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar un pago' });
  await dialog.getByLabel('Qué paga').selectOption('premium');
  await expect.poll(() => dialog.getByLabel('Monto').inputValue()).not.toBe('');
  await dialog.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByText('Pago registrado').waitFor();
  await drawer.getByText('Plan hasta').waitFor();
  await drawer.getByText('Sin pagos todavía').waitFor({ state: 'detached' });
  await end();
});

it('an administrator who bans a teacher, takes their role or marks them as a kid reads what becomes of their classes', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Iris Suplente' });
  const startsAt = new Date(Date.now() + 26 * 60 * 60_000);
  await insertClass(site.db, teacher, { startsAt });
  await insertClass(site.db, teacher, { startsAt });
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin/students?search=Iris+Suplente');
  await page.getByRole('button', { name: teacher.name, exact: true }).click();
  const menu = page.getByRole('dialog', { name: teacher.name }).getByRole('button', { name: /^Acciones de/ });
  const warning = page.getByText('las que vienen se quedan sin profe', { exact: false });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  await warning.waitFor();
  await page.getByText('Tiene 2 clases por dar.', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await warning.waitFor({ state: 'detached' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Cambiar rol' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar el rol' });
  const role = dialog.getByLabel('Rol', { exact: true });
  await role.selectOption('student');
  await warning.waitFor();
  await page.getByText('Tiene 2 clases por dar.', { exact: false }).waitFor();
  await role.selectOption('admin');
  await page.getByText('desaparece hasta que se postule otra vez', { exact: false }).waitFor();
  await warning.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Cambiar edad' }).click();
  await warning.waitFor();
  await end();
});

it('an administrator who makes another one a teacher reads what becomes of their classes', async () => {
  const other = await site.person({ role: 'admin', name: 'Olga Coordina' });
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, `/admin/students?person=${other.id}`);
  await page
    .getByRole('dialog', { name: other.name })
    .getByRole('button', { name: /^Acciones de/ })
    .click();
  await page.getByRole('menuitem', { name: 'Cambiar rol' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar el rol' });
  await dialog.getByLabel('Rol', { exact: true }).selectOption('teacher');
  await dialog.getByText('Para dar clases necesita una solicitud aprobada.', { exact: false }).waitFor();
  await expectWell(page);
  await end();
});

it('an administrator gives several people coins at once, whom they find one after another', async () => {
  const winners = [await site.person({ name: 'Ganadora Uno' }), await site.person({ name: 'Ganador Dos' })];
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin/students');
  await page.getByRole('button', { name: 'Dar sumicoins' }).click();
  const drawer = page.getByRole('dialog', { name: 'Dar sumicoins a varias personas' });
  const search = drawer.getByLabel(/^Persona/).and(page.locator('input'));
  for (const { name } of winners) {
    await search.fill(name);
    await page.getByRole('option', { name }).click();
    await drawer.getByRole('button', { name: `Quitar a ${name}` }).waitFor();
    await expect.poll(() => search.inputValue()).toBe('');
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  const give = drawer.getByRole('button', { name: 'Dar sumicoins' });
  await give.click();
  await drawer.getByText('Escribe el motivo').waitFor();
  await drawer.getByLabel(/^Sumicoins para cada persona/).fill('50');
  await drawer.getByText('2 personas × 50 = 100 sumicoins').waitFor();
  await drawer.getByLabel(/^Motivo/).fill('Ganaron el concurso');
  await expectWell(page);
  await seeFailureToast(page, { of: '**/people/coins', says: 'No se pudieron dar las sumicoins' }, () =>
    give.click(),
  );
  await give.click();
  await page.getByText('Sumicoins entregadas').waitFor();
  await drawer.waitFor({ state: 'detached' });
  for (const { id } of winners) {
    const given = await site.db
      .selectFrom('sumicoinsLedger')
      .select(['amount', 'description'])
      .where('userId', '=', id)
      .where('transactionType', '=', 'admin_credit')
      .execute();
    expect(given).toEqual([{ amount: 50, description: 'Ganaron el concurso' }]);
  }
  await end();
});
