import { afterAll, beforeAll, expect, it } from 'vitest';
import { localeCodes } from '#shared/locales.ts';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { expectKeptWhileClosing } from '../expect-kept-while-closing.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, openFilters, phone, resize, tryAgain, visit } from '../visit.ts';

let site: Site;
let admin: Person;
beforeAll(async () => {
  site = await newSite();
  admin = await site.person({ role: 'admin', name: 'Adela Administra' });
  await site.person({ role: 'admin' });
});
afterAll(async () => {
  await site.close();
});

it('what an administrator types while the search before it goes into the address stays in the field', async () => {
  await site.person({ name: 'Zoraida Quintero' });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/students');
  const field = page.getByLabel('Buscar');
  await field.waitFor();
  // The next letter comes between the new address and the page that is drawn for it.
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...to) => {
      replace(...to);
      history.replaceState = replace;
      const input = document.querySelector<HTMLInputElement>('input[type=search]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'zoraida');
      input?.dispatchEvent(new Event('input', { bubbles: true }));
      const shown = new Set<string | undefined>();
      const look = () => {
        shown.add(input?.value);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      Object.assign(window, { shown });
    };
  });
  await field.fill('zoraid');
  await page.waitForURL('**/admin/students?search=zoraida');
  const shown = () => page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown]);
  await expect.poll(shown).toEqual(['zoraida']);
  await end();
});

it('an administrator finds a student by a name without accents and changes their role; where that fails the dialog says so and stays open', async () => {
  const person = await site.person({ name: 'Íñigo Peñaloza' });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/students');
  await page.getByLabel('Buscar').fill('penaloza');
  await page.getByText('1 persona', { exact: true }).waitFor();
  await expectWell(page);

  await page.getByRole('button', { name: `Acciones de ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Cambiar rol' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar el rol' });
  const role = dialog.getByLabel('Rol', { exact: true });
  await expect
    .poll(() => role.locator('option').allTextContents())
    .toEqual(['Estudiante', 'Profesor', 'Administrador']);
  await role.selectOption('Profesor');
  await expectWell(page);
  const change = () => dialog.getByRole('button', { name: 'Cambiar', exact: true }).click();
  const unchanged = { of: '**/api/people/*/role', says: 'Error al actualizar el rol' };
  await seeFailureToast(page, unchanged, change);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await change();
  await page.getByText('Rol actualizado correctamente').waitFor();
  await page.getByText('Profesor', { exact: true }).and(page.locator('main :not(option)')).first().waitFor();
  const roles = await site.db
    .selectFrom('userRoles')
    .select('role')
    .where('userId', '=', person.id)
    .execute();
  expect(roles).toEqual([{ role: 'teacher' }]);
  await end();
});

it('the drawer of a person shows everything about them, and acts show at once on other open pages', async () => {
  const person = await site.person({ name: 'Ana Ventura', coins: 80 });
  const here = await visit(site, phone, admin);
  const there = await visit(site, desktop, admin);
  for (const { page } of [here, there]) {
    await go(page, '/admin/students?search=Ana+Ventura');
    await page.getByRole('button', { name: person.name, exact: true }).click();
    await page.getByRole('dialog', { name: person.name }).waitFor();
  }
  const { page } = here;
  const drawer = page.getByRole('dialog', { name: person.name });
  await drawer.getByText('Últimos movimientos').click();
  await drawer.getByText('Bono de bienvenida').waitFor();
  await expectWell(page);

  await drawer.getByRole('button', { name: 'Dar o quitar sumicoins' }).click();
  const coins = page.getByRole('dialog', { name: 'Dar o quitar sumicoins' });
  await coins.getByText('Quitar', { exact: true }).click();
  await coins.getByLabel(/^Cuántas/).fill('500');
  await coins.getByRole('button', { name: 'Quitar', exact: true }).click();
  await coins.getByText('Escribe el motivo').waitFor();
  await coins.getByLabel(/^Motivo/).fill('Se pagó dos veces');
  await coins.getByRole('button', { name: 'Quitar', exact: true }).click();
  await coins.getByText('Escribe un número entero de 1 a 80').waitFor();
  await expectWell(page);
  await coins.getByLabel(/^Cuántas/).fill('30');
  await coins.getByText('Le quedarán 50.').waitFor();
  const take = () => coins.getByRole('button', { name: 'Quitar', exact: true }).click();
  await seeFailureToast(page, { of: '**/coins', says: 'No se pudo cambiar el saldo' }, take);
  await coins.getByText('Le quedarán 50.').waitFor();
  await take();
  await page.getByText('Saldo actualizado').waitFor();
  await drawer.getByText('Se pagó dos veces').first().waitFor();
  await there.page.getByRole('dialog').getByText('50', { exact: true }).first().waitFor();

  const menu = drawer.getByRole('button', { name: 'Acciones de Ana Ventura' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  const typed = page.getByRole('dialog', { name: 'Suspender la cuenta' });
  await typed.getByLabel(/^Motivo/).press('Escape');
  await typed.waitFor({ state: 'detached' });
  await expect.poll(() => drawer.isVisible()).toBe(true);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  const ban = page.getByRole('dialog', { name: 'Suspender la cuenta' });
  await ban.getByText('Si paga una suscripción, no se renueva.').waitFor();
  await ban.getByLabel(/^Motivo/).fill('Insultó en un club');
  const suspend = () => ban.getByRole('button', { name: 'Suspender' }).click();
  await seeFailureToast(page, { of: '**/ban', says: 'No se pudo suspender la cuenta' }, suspend);
  await suspend();
  await drawer.getByText('Suspendida: Insultó en un club').waitFor();
  await drawer.getByRole('button', { name: 'Levantar la suspensión' }).click();
  await page.getByRole('dialog').getByText('no vuelven solos').waitFor();
  const lift = () => page.getByRole('dialog').getByRole('button', { name: 'Levantar', exact: true }).click();
  await seeFailureToast(page, { of: '**/ban', says: 'No se pudo levantar la suspensión' }, lift);
  await drawer.getByText('Suspendida: Insultó en un club').waitFor();
  await lift();
  await page.getByText('Suspensión levantada').first().waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await here.end();
  await there.end();
});

it('going back closes the drawer of a person, or of a teacher’s statement, which shows them until it is gone, and leaves the list as it was filtered', async () => {
  const person = await site.person({ name: 'Carla Regreso' });
  const { page, end } = await visit(site, phone, admin, { motion: true });
  await go(page, '/admin');
  await go(page, '/admin/students');
  await page.getByLabel('Buscar').fill('regreso');
  await page.getByText('1 persona', { exact: true }).waitFor();
  await page.getByRole('button', { name: person.name, exact: true }).click();
  await expectKeptWhileClosing(page, [person.name, person.email], () => page.goBack());
  await expect.poll(() => page.url()).toBe(`${site.url}/admin/students?search=regreso`);
  await page.getByText('1 persona', { exact: true }).waitFor();

  const teacher = await site.person({ role: 'teacher', verified: true, name: 'Tomás Regreso' });
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  const classId = await insertClass(site.db, teacher, { title: 'Pagada', startsAt, requiredTier: 'vip' });
  await site.request(admin, 'POST', '/api/payments/manual', {
    personId: person.id,
    kind: 'single',
    classId,
    amountCents: 1000,
    method: 'cash',
  });
  await go(page, '/admin/payments?tab=teachers');
  await page.getByRole('button', { name: 'Ver el estado de cuenta de Tomás Regreso' }).click();
  await expectKeptWhileClosing(page, ['Tomás Regreso', 'Ganado'], () => page.goBack());
  await expect.poll(() => page.url()).toBe(`${site.url}/admin/payments?tab=teachers`);
  await end();
});

it('the list of people shows whole names and has each role on one line in every language, on a desktop and a small one', async () => {
  const own = await newSite();
  const reader = await own.person({ role: 'admin', name: 'Adela Paz' });
  await own.person({ name: 'Mía Fernández', ageGroup: 'kid' });
  await own.person({ role: 'teacher', name: 'Giulia Ferrante' });
  const { page, end } = await visit(own, desktop, reader);
  const names = page
    .locator('main')
    .getByRole('button', { name: /^(Adela Paz|Mía Fernández|Giulia Ferrante)$/ });
  const roles = page.locator('main td:last-child > span');
  for (const locale of localeCodes) {
    await own.db.updateTable('users').set({ locale }).where('id', '=', reader.id).execute();
    await page.goto(`${own.url}/admin/students`);
    await page.locator(`html[lang^=${locale}] main`).waitFor();
    for (const width of [desktop, 1100]) {
      await resize(page, width);
      await expect.poll(() => names.count()).toBe(3);
      const cut = await names.evaluateAll((shown) =>
        shown.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      );
      const lines = await roles.evaluateAll((cells) =>
        cells.map(({ firstChild }) => {
          const role = document.createRange();
          role.selectNodeContents(firstChild ?? document);
          return role.getClientRects().length;
        }),
      );
      const table = width === desktop ? [1, 1, 1] : [];
      expect({ locale, width, cut, lines }).toEqual({ locale, width, cut: [], lines: table });
    }
  }
  await end();
  await own.close();
});

it('the drawer of a person leads to all their payments and to their classes', async () => {
  const person = await site.person({ name: 'Bruno Pagos' });
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  const classId = await insertClass(site.db, admin, { title: 'Club de lectura', startsAt });
  await insertSeats(site.db, classId, person);
  await site.request(admin, 'POST', '/api/payments/manual', {
    personId: person.id,
    kind: 'membership',
    tier: 'basic',
    amountCents: 1000,
    method: 'cash',
  });
  const { page, end } = await visit(site, phone, admin);
  await go(page, `/admin/students?person=${person.id}`);
  const drawer = page.getByRole('dialog', { name: person.name });
  const ofClass = drawer.getByRole('link', { name: 'Club de lectura' });
  await expect.poll(() => ofClass.getAttribute('href')).toBe(`/admin/classes?class=${classId}`);
  await expectWell(page);
  await drawer.getByRole('link', { name: 'Ver todos sus pagos' }).click();
  await page.waitForURL('**/admin/payments?search=*');
  await expect.poll(() => page.getByLabel('Buscar').inputValue()).toBe(person.email);
  await page.getByText('$10.00').first().waitFor();
  await end();
});

it('an act on an account that fails says which one, and leaves its dialog open', async () => {
  const person = await site.person({ name: 'Luz Clara' });
  await site.db.updateTable('profiles').set({ ageAnswered: false }).where('userId', '=', person.id).execute();
  const guardianEmail = 'mama@example.org';
  await site.request(person, 'PUT', '/api/people/me/age', { ageGroup: 'kid', guardianEmail });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/students?search=Luz+Clara');
  await page.getByRole('button', { name: person.name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: person.name });
  const ofMenu = async (act: string) => {
    await drawer.getByRole('button', { name: 'Acciones de Luz Clara' }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };
  const failing = async (act: { path: string; dialog: string; confirm: string; says: string }) => {
    const dialog = page.getByRole('dialog', { name: act.dialog });
    const confirm = () => dialog.getByRole('button', { name: act.confirm, exact: true }).click();
    await seeFailureToast(page, { of: `**/api/people/*/${act.path}`, says: act.says }, confirm);
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await confirm();
    await dialog.waitFor({ state: 'detached' });
  };
  const consent = {
    path: 'guardian-consent',
    says: 'No se pudo cambiar el permiso',
  };
  await drawer.getByRole('button', { name: 'Registrar permiso' }).click();
  await failing({ ...consent, dialog: 'Registrar el permiso', confirm: 'Registrar el permiso' });
  await ofMenu('Retirar permiso');
  await failing({ ...consent, dialog: 'Retirar el permiso', confirm: 'Retirar el permiso' });
  await ofMenu('Cambiar edad');
  await failing({
    path: 'age-group',
    dialog: 'Pasar a persona adulta',
    confirm: 'Cambiar',
    says: 'No se pudo cambiar la edad',
  });
  await drawer.getByRole('button', { name: 'Cambiar plan' }).click();
  const plan = page.getByRole('dialog', { name: 'Cambiar el plan' });
  await plan.getByText('Si paga una suscripción, se cancela y ya no se le cobra.').waitFor();
  await expect.poll(() => plan.getByRole('button', { name: 'Cambiar' }).isDisabled()).toBe(true);
  await plan.getByLabel('Plan').selectOption('Premium');
  await failing({
    path: 'membership',
    dialog: 'Cambiar el plan',
    confirm: 'Cambiar',
    says: 'No se pudo cambiar el plan',
  });
  await ofMenu('Cerrar sus sesiones');
  await expectWell(page);
  await failing({
    path: 'sessions',
    dialog: 'Cerrar todas sus sesiones',
    confirm: 'Cerrar sesiones',
    says: 'No se pudieron cerrar',
  });
  await end();
});

it('a list of people that cannot be loaded says so and can be retried; it loads page after page, and says when no person matches; clearing the filters keeps the order', async () => {
  await site.db
    .insertInto('users')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        name: `Multitud ${n}`,
        email: `multitud-${n}@example.org`,
      })),
    )
    .execute();
  const { page, end } = await visit(site, phone, admin);
  const theList = /\/api\/people(\?|$)/;
  await route(page, theList, (route) =>
    route.fulfill({ status: 401, json: { code: 'people/no-session', message: '', requestId: '1' } }),
  );
  await go(page, '/admin/students?search=multitud');
  const message = 'Error al cargar los usuarios';
  await page.getByRole('heading', { name: message }).waitFor();
  await page.getByRole('main').getByText('No hay sesión activa').waitFor();
  await expectWell(page);
  await unroute(page, theList);
  await tryAgain(page);
  await page.getByText('60 personas').waitFor();
  const names = page.getByRole('button', { name: /^Multitud/ });
  await expect.poll(() => names.count()).toBe(50);
  await page.getByRole('button', { name: 'Ver más personas' }).click();
  await names.nth(59).waitFor();
  await openFilters(page);
  await page.getByLabel('Edad').selectOption('Niña o niño');
  await page.getByText('No se encontraron usuarios').waitFor();
  await expectWell(page);
  await page.getByLabel('Orden').selectOption('Por nombre');
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await page.waitForURL(/students\?sort=name$/);
  await page.getByText('No se encontraron usuarios').waitFor({ state: 'detached' });
  await end();
});

it('the filters of a list stand behind one button on a phone, which counts those in use, and open by keyboard', async () => {
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/students?role=teacher&banned=only');
  const button = page.getByRole('button', { name: 'Filtros, 2 elegidos' });
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  const role = page.getByLabel('Rol', { exact: true });
  await expect.poll(() => role.isVisible()).toBe(false);

  await page.getByLabel('Buscar').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await role.waitFor();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Tab');
  await expect.poll(() => role.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectWell(page);
  await role.selectOption('');
  await page.getByRole('button', { name: 'Filtros, 1 elegido' }).waitFor();

  // A wide screen has room for them.
  await resize(page, desktop);
  await button.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Filtros/ }).waitFor({ state: 'hidden' });
  await role.waitFor();
  await end();
});

it('an administrator finds whose plan ends soon, and each row says until when', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  for (const [name, days] of [
    ['Vera Vence', 20],
    ['Carlos Vence', 5],
    ['Sara Vence', 60],
  ] as const) {
    const { id } = await site.person({ name, tier: 'premium' });
    const endsAt = inDays(days);
    await site.db.updateTable('userMemberships').set({ endsAt }).where('userId', '=', id).execute();
  }
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/students?search=vence');
  await openFilters(page);
  await page.getByLabel('Orden').selectOption('Su plan vence primero');
  await page.getByLabel('Plan por vencer').selectOption('En 30 días');
  await page.getByText('2 personas', { exact: true }).waitFor();
  const rows = page.getByRole('list', { name: 'Estudiantes' }).getByRole('listitem');
  await expect.poll(() => rows.nth(0).textContent()).toMatch(/Carlos Vence.*Premium\s*Hasta el /);
  await expect.poll(() => rows.nth(1).textContent()).toMatch(/Vera Vence/);
  await expectWell(page);
  await page.getByRole('button', { name: 'Carlos Vence', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Carlos Vence' });
  await expect
    .poll(() => drawer.getByRole('link', { name: /@/ }).getAttribute('href'))
    .toMatch(/^mailto:.+@/);
  await expectWell(page);
  await end();
});
