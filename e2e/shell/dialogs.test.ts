import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { openTool } from '../classes/organised-class.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { type Route, route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, resize, settle, visit } from '../visit.ts';

let site: Site;
let admin: Person;
beforeAll(async () => {
  site = await newSite();
  admin = await site.person({ role: 'admin', name: 'Adela Administra' });
});
afterAll(async () => {
  await site.close();
});

/** The name of the button that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const button = document.activeElement?.closest('button');
    return button?.getAttribute('aria-label') ?? button?.textContent;
  });
const isInDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[role="dialog"]') != null);

/** Presses beside the dialog. */
const pressBeside = (page: Page) => page.mouse.click(5, 5);

/** Waits for the button first: a key on one that is disabled, or still waits for an answer, does nothing. */
async function pressEnterOn(button: Locator): Promise<void> {
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
}

it('a dialog over a list cannot be confirmed without a change, is not closed while its act runs, and gives the focus back to the menu that opened it', async () => {
  const person = await site.person({ name: 'Inés Peña' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/students?search=Ines+Pena');
  const menu = page.getByRole('button', { name: `Acciones de ${person.name}` });
  const ask = async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    // The menu takes the focus a moment after it shows; a key before that is the menu's and no item's.
    await page.locator('[role=menu]:focus-within').waitFor();
    await page.getByRole('menuitem', { name: 'Cambiar rol' }).press('Enter');
  };
  const dialog = page.getByRole('dialog', { name: 'Cambiar el rol' });
  const confirm = dialog.getByRole('button', { name: 'Cambiar', exact: true });
  await ask();
  await dialog.waitFor();
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await expect.poll(() => isInDialog(page)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(`Acciones de ${person.name}`);

  await ask();
  await dialog.getByLabel('Rol', { exact: true }).selectOption('Profesor');
  const held: Route[] = [];
  const address = '**/api/people/*/role';
  await route(page, address, (asked) => void held.push(asked));
  await pressEnterOn(confirm);
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Escape');
  await pressBeside(page);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect.poll(() => dialog.isVisible()).toBe(true);

  await held[0]?.fulfill({ status: 429, json: { code: 'http/too-many', message: '', requestId: 'r' } });
  await page.getByText('Error al actualizar el rol').waitFor();
  await unroute(page, address);
  await pressEnterOn(confirm);
  await page.getByText('Rol actualizado correctamente').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe(`Acciones de ${person.name}`);
  await end();
});

it('the focus stays in a dialog while its act runs, and is on the button again after a refusal', async () => {
  const person = await site.person({ name: 'Olga Paz' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/students?search=Olga+Paz');
  await page.getByRole('button', { name: `Acciones de ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Cambiar rol' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar el rol' });
  await dialog.getByLabel('Rol', { exact: true }).selectOption('Profesor');
  const held: Route[] = [];
  await route(page, '**/api/people/*/role', (asked) => void held.push(asked));
  await pressEnterOn(dialog.getByRole('button', { name: 'Cambiar', exact: true }));
  await expect.poll(() => held.length).toBe(1);
  await expect.poll(() => isInDialog(page)).toBe(true);
  await held[0]?.fulfill({ status: 429, json: { code: 'http/too-many', message: '', requestId: 'r' } });
  await page.getByText('Error al actualizar el rol').waitFor();
  await expect.poll(() => focused(page)).toBe('Cambiar');
  await end();
});

it('the only administrator is offered no other role for themselves, in the list as in the drawer', async () => {
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/students?search=Adela');
  await page.getByRole('button', { name: 'Acciones de Adela Administra' }).click();
  await page.getByRole('menuitem', { name: 'Ver todo' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Cambiar rol' }).count()).toBe(0);
  await end();
});

it('neither Escape nor a press beside a dialog throws away what was typed in it', async () => {
  const person = await site.person({ name: 'Rosa Luna' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/students?search=Rosa+Luna');
  await page.getByRole('button', { name: person.name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: person.name });
  await drawer.getByRole('button', { name: 'Acciones de Rosa Luna' }).click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  const ban = page.getByRole('dialog', { name: 'Suspender la cuenta' });
  await ban.getByLabel(/^Motivo/).fill('Insultó en un club');
  await page.keyboard.press('Escape');
  await pressBeside(page);
  await expect.poll(() => ban.getByLabel(/^Motivo/).inputValue()).toBe('Insultó en un club');
  await ban.getByRole('button', { name: 'Cerrar' }).click();
  await ban.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Acciones de Rosa Luna');
  // Empty again, it closes as before.
  await drawer.getByRole('button', { name: 'Acciones de Rosa Luna' }).click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  await expect.poll(() => ban.getByLabel(/^Motivo/).inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await ban.waitFor({ state: 'detached' });
  await drawer.waitFor();
  await end();
});

it('the next step of a dialog has the focus: its field, or the dialog itself where it has none', async () => {
  const student = await site.person({ name: 'Luz' });
  await site.db
    .updateTable('profiles')
    .set({ ageAnswered: false })
    .where('userId', '=', student.id)
    .execute();
  const { page, end } = await visit(site, phone, student);
  await go(page, '/dashboard');
  await page.getByRole('button', { name: 'Soy niña o niño' }).press('Enter');
  const guardian = page.getByLabel('Correo de tu mamá, papá o tutor');
  await expect.poll(() => guardian.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Volver' }).press('Enter');
  await page.getByRole('button', { name: 'Soy niña o niño' }).waitFor();
  const dialog = page.getByRole('dialog', { name: '¿Para quién es esta cuenta?' });
  await expect.poll(() => dialog.evaluate((element) => element === document.activeElement)).toBe(true);
  await end();
});

it('a text that the browser does not copy stands in a toast that stays, and one that it copies is announced', async () => {
  const { page, context, end } = await visit(site, phone, await site.person());
  await go(page, '/coins');
  const copy = page.getByRole('button', { name: 'Copiar mi enlace' });
  await copy.waitFor();
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
  );
  await copy.click();
  const toast = page.getByRole('alert').filter({ hasText: 'No se pudo copiar. Este es el texto:' });
  await toast.getByText(`${site.url}/`).waitFor();
  await expectWell(page);
  // The next touch, which closes other toasts, may be the one that selects the text.
  await page.evaluate(() =>
    document.body.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true })),
  );
  await settle(page);
  await expect.poll(() => toast.isVisible()).toBe(true);
  await toast.getByRole('button', { name: 'Cerrar' }).click();
  await toast.waitFor({ state: 'detached' });

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
  await copy.click();
  await page.getByRole('status').filter({ hasText: 'Enlace copiado' }).waitFor();
  await end();
});

it('the form for a payment says that people could not be searched for, waits for the class before the amount, and names the currency of a seat', async () => {
  await site.db.updateTable('seatPrice').set({ priceCents: 9000, currency: 'MXN' }).execute();
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/payments');
  await page.getByRole('button', { name: 'Registrar pago' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Registrar un pago' });
  const person = form.getByLabel('Persona').and(page.locator('input'));
  const people = /\/api\/people\?/;
  await route(page, people, (asked) =>
    asked.fulfill({ status: 400, json: { code: 'http/broken', message: '', requestId: 'r' } }),
  );
  await person.fill('Nadie');
  await form.getByText('No se pudieron cargar las personas.').waitFor();
  await expect.poll(() => page.getByText('No encontramos a esa persona.').count()).toBe(0);
  await expectWell(page);
  await unroute(page, people);
  await person.fill('Nadie se llama');
  await page.getByText('No encontramos a esa persona.').waitFor();

  await form.getByLabel('Qué paga').selectOption('Clase suelta');
  const amount = form.getByLabel('Monto en MXN');
  await amount.waitFor();
  await expect.poll(() => amount.isDisabled()).toBe(true);
  await form.getByRole('button', { name: 'Cancelar' }).press('Enter');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Registrar pago');
  await end();
});

it('the buttons of a dialog that is higher than a phone stay in sight, and cover no field that takes the focus', async () => {
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/payments');
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar un pago' });
  const record = dialog.getByRole('button', { name: 'Registrar', exact: true });
  await record.waitFor();
  await resize(page, phone, 640);
  const edges = async (part: Locator) => {
    const box = await part.boundingBox();
    return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
  };
  expect((await edges(record)).bottom).toBeLessThan(640);
  const note = dialog.getByLabel('Nota (opcional)');
  // It lies under the buttons.
  await note.evaluate(
    (field, bottom) => {
      const content = field.closest('.mantine-Modal-content');
      content?.scrollBy({ top: field.getBoundingClientRect().bottom - bottom, behavior: 'instant' });
    },
    (await edges(record)).bottom,
  );
  expect((await edges(note)).bottom).toBeGreaterThan((await edges(record)).top);
  await dialog.getByLabel('Fecha de pago').evaluate((field) => field.focus({ preventScroll: true }));
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return note.evaluate((field) => field === document.activeElement);
    })
    .toBe(true);
  await expect.poll(async () => (await edges(note)).bottom).toBeLessThan((await edges(record)).top);
  await expectWell(page, [phone]);
  await end();
});

it('the way back of a phone closes a dialog and a menu, and throws away nothing that was typed', async () => {
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin/store');
  await go(page, '/admin/students?search=Rosa+Luna');
  await page.getByRole('button', { name: 'Abrir el menú' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.waitForURL('**/admin/store');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const person = await site.person({ name: 'Inés Prado' });
  await go(page, '/admin/students?search=Inés+Prado');
  await page.getByRole('button', { name: person.name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name: person.name });
  await drawer.getByRole('button', { name: `Acciones de ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  const ban = page.getByRole('dialog', { name: 'Suspender la cuenta' });
  await ban.getByLabel(/^Motivo/).fill('Insultó en un club');
  const { pathname, search } = new URL(page.url());
  await page.goBack();
  await page.waitForTimeout(300); // The page would have gone by now.
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(pathname + search);
  await expect.poll(() => ban.getByLabel(/^Motivo/).inputValue()).toBe('Insultó en un club');
  await ban.getByRole('button', { name: 'Cerrar' }).click();
  await ban.waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: `Acciones de ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspender' }).click();
  await ban.getByLabel(/^Motivo/).waitFor();
  await page.goBack();
  await ban.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(pathname + search);
  await end();
});

it('Escape keeps a form that the server refused, also after another act of the same drawer succeeded', async () => {
  const { page, end } = await visit(site, phone, admin);
  const kept = { day: '2031-05-01', name: 'Día del trabajo' };
  await site.request(admin, 'PUT', `/api/classes/holidays/${kept.day}`, { name: kept.name });
  await go(page, '/admin/classes?view=list');
  await openTool(page, 'Días sin clases');
  const drawer = page.getByRole('dialog', { name: 'Días sin clases' });
  await drawer.getByRole('button', { name: `Quitar: ${kept.name}` }).waitFor();
  await drawer.getByLabel(/^Día sin clases/).fill('2031-12-25');
  const name = drawer.getByLabel(/^Nombre/);
  await name.fill('Navidad');
  await seeFailureToast(
    page,
    { of: '**/api/classes/holidays/*', says: 'No se pudieron guardar los días' },
    () => drawer.getByRole('button', { name: 'Agregar día' }).click(),
  );
  await drawer.getByRole('button', { name: `Quitar: ${kept.name}` }).click();
  await page.getByRole('button', { name: 'Quitar y crear clases' }).click();
  await drawer.getByText('Todavía no hay ninguno.').waitFor();
  await page.keyboard.press('Escape');
  await settle(page);
  await expect.poll(() => name.inputValue()).toBe('Navidad');
  await drawer.getByRole('button', { name: 'Agregar día' }).click();
  await drawer.getByRole('region', { name: 'Navidad' }).waitFor();
  // It is being saved until what it made stale has been read again.
  await expect.poll(() => drawer.locator('button[data-loading]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await end();
});

it('the answer to one application leaves the dialog of another open, with what the administrator typed in it', async () => {
  const approved = await site.person({ role: 'teacher', name: 'Ana Aprobada' });
  const refused = await site.person({ role: 'teacher', name: 'Beto Rechazado' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/teachers');
  const press = (person: Person, act: string) =>
    page.getByRole('article', { name: person.name }).getByRole('button', { name: act }).click();
  const held: Route[] = [];
  await route(page, '**/approve', (asked) => void held.push(asked));
  await press(approved, 'Aprobar');
  await expect.poll(() => held.length).toBe(1);
  await press(refused, 'Rechazar');
  const dialog = page.getByRole('dialog', { name: /Beto Rechazado/ });
  const reason = dialog.getByLabel('Motivo');
  await reason.fill('Nos falta tu certificado.');
  await held[0]?.fallback();
  await page.getByText('Solicitud aprobada').waitFor();
  await page.getByRole('article', { name: approved.name }).waitFor({ state: 'detached' });
  await settle(page);
  await expect.poll(() => reason.inputValue()).toBe('Nos falta tu certificado.');
  await dialog.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByText('Solicitud rechazada').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await end();
});
