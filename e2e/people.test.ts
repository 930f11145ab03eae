import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../src/testing/community.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { expectWell, visit, widths } from './visit.ts';

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

describe.each(widths)('at %i px', (width) => {
  it('an administrator finds somebody without their accents and changes their role', async () => {
    const person = await site.person({ name: `Íñigo Peñaloza ${width}` });
    const { page, end } = await visit(site, width, admin);
    await page.goto('/admin/students');
    await page.getByLabel('Buscar').fill(`penaloza ${width}`);
    await page.getByText('1 persona', { exact: true }).waitFor();
    await expectWell(page, [width]);

    await page.getByLabel(`Rol de ${person.name}`).selectOption('Profesor');
    const dialog = page.getByRole('dialog', { name: 'Cambiar el rol' });
    await dialog.waitFor();
    await expectWell(page, [width]);
    await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click();
    await page.getByText('Rol actualizado correctamente').waitFor();
    await expect.poll(() => page.getByLabel(`Rol de ${person.name}`).inputValue()).toBe('teacher');
    const roles = await site.db
      .selectFrom('userRoles')
      .select('role')
      .where('userId', '=', person.id)
      .execute();
    expect(roles).toEqual([{ role: 'teacher' }]);
    await end();
  });

  it('everything about a person is in one place, and what is done shows at once, elsewhere too', async () => {
    const person = await site.person({ name: `Ana ${width}`, coins: 80 });
    const here = await visit(site, width, admin);
    const there = await visit(site, width, admin);
    for (const { page } of [here, there]) {
      await page.goto(`/admin/students?q=Ana+${width}`);
      await page.getByRole('button', { name: person.name }).click();
      await page.getByRole('dialog', { name: person.name }).waitFor();
    }
    const { page } = here;
    const drawer = page.getByRole('dialog', { name: person.name });
    await drawer.getByText('Últimos movimientos').click();
    await drawer.getByText('Bono de bienvenida').waitFor();
    await expectWell(page, [width]);

    await drawer.getByRole('button', { name: 'Mover sumicoins' }).click();
    const coins = page.getByRole('dialog', { name: 'Mover sumicoins' });
    await coins.getByText('Quitar', { exact: true }).click();
    await coins.getByLabel(/^Cuántas/).fill('500');
    await coins.getByRole('button', { name: 'Quitar', exact: true }).click();
    await coins.getByText('Escribe el motivo').waitFor();
    await coins.getByLabel(/^Motivo/).fill('Se pagó dos veces');
    await coins.getByRole('button', { name: 'Quitar', exact: true }).click();
    await coins.getByText('Escribe un número entero de 1 a 80').waitFor();
    await expectWell(page, [width]);
    await coins.getByLabel(/^Cuántas/).fill('30');
    await coins.getByText('Le quedarán 50.').waitFor();
    await coins.getByRole('button', { name: 'Quitar', exact: true }).click();
    await page.getByText('Sumicoins movidas').waitFor();
    await drawer.getByText('Se pagó dos veces').first().waitFor();
    await there.page.getByRole('dialog').getByText('50', { exact: true }).first().waitFor();

    await drawer.getByRole('button', { name: 'Suspender' }).click();
    const ban = page.getByRole('dialog', { name: 'Suspender la cuenta' });
    await ban.getByLabel(/^Motivo/).fill('Insultó en un club');
    await ban.getByRole('button', { name: 'Suspender' }).click();
    await drawer.getByText('Suspendida: Insultó en un club').waitFor();
    await drawer.getByRole('button', { name: 'Levantar la suspensión' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Levantar', exact: true }).click();
    await page.getByText('Suspensión levantada').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await here.end();
    await there.end();
  });

  it('pages follow one another, and nobody is found where nobody fits', async () => {
    await site.db
      .insertInto('users')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          name: `Multitud ${width} ${n}`,
          email: `multitud-${width}-${n}@example.org`,
        })),
      )
      .execute();
    const { page, end } = await visit(site, width, admin);
    await page.goto(`/admin/students?q=multitud+${width}`);
    await page.getByText('60 personas').waitFor();
    const names = page.getByRole('button', { name: /^Multitud/ });
    expect(await names.count()).toBe(50);
    await page.getByRole('button', { name: 'Ver más personas' }).click();
    await names.nth(59).waitFor();
    await page.getByLabel('Edad').selectOption('Kids');
    await page.getByText('No se encontraron usuarios').waitFor();
    await expectWell(page, [width]);
    await end();
  });

  it('a list that cannot be loaded says so and can be asked for again', async () => {
    const { page, end } = await visit(site, width, admin);
    const theList = ({ pathname }: URL) => pathname === '/api/people';
    await page.route(theList, (route) =>
      route.fulfill({ status: 403, json: { code: 'x/y', message: 'No.', requestId: '1' } }),
    );
    await page.goto('/admin/students');
    await page.getByRole('heading', { name: 'Error al cargar los usuarios' }).waitFor();
    await expectWell(page, [width]);
    await page.unroute(theList);
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
    // Whoever joined last: how many there are by now is other tests' doing.
    await page.getByRole('main').getByText('@example.org').first().waitFor();
    await end();
  });
});
