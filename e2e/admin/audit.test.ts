import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route } from '../route.ts';
import { desktop, expectWell, go, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it('the audit log shows an act in words at once and links to the person', async () => {
  const admin = await site.person({ role: 'admin', name: 'Adela' });
  const ana = await site.person({ name: 'Ana Ruiz' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/audit');
  await page.getByText('Todavía no hay nada').waitFor();
  await expectWell(page);

  await site.request(admin, 'PUT', `/api/people/${ana.id}/role`, { role: 'teacher', reason: 'Da clases' });
  await site.db
    .insertInto('auditLog')
    .values({ actorId: admin.id, act: 'people.teleport', reason: '=1+1' })
    .execute();
  await site.request(admin, 'PUT', `/api/people/${ana.id}/ban`, { reason: 'Insultó a José' });
  await page.getByText('Suspendió una cuenta', { exact: true }).last().waitFor();
  const line = page.getByRole('listitem').filter({ hasText: 'Cambió un rol' });
  await line.getByText('De: Estudiante').waitFor();
  await line.getByText('A: Profesor').waitFor();
  await page.getByText('people.teleport', { exact: true }).last().waitFor();
  await expectWell(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar CSV' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file).toContain("'=1+1");

  await page.getByLabel('Buscar').fill('jose');
  await line.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Ana Ruiz' }).click();
  await page.getByRole('dialog', { name: 'Ana Ruiz' }).waitFor();
  await page.getByText('Lo que hizo el equipo').click();
  await page.getByRole('link', { name: 'Ver todo en el registro' }).click();
  await page.getByText('Sobre Ana Ruiz').waitFor();
  await page.getByLabel('Acto').selectOption('Cambió un rol');
  await line.waitFor();
  await page.getByRole('main').getByText('Insultó a José').waitFor({ state: 'detached' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByLabel('Desde').pressSequentially('01012099');
  await page.getByText('Nada coincide').waitFor();
  // While a year is typed, its first digits ask for nothing.
  expect(asked.filter((address) => address.includes('from=0'))).toEqual([]);
  expect(asked.some((address) => address.includes('from=2099-01-01'))).toBe(true);
  await end();
});

it('an audit log that cannot be loaded says so', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await route(page, /\/api\/audit(\?|$)/, (route) =>
    route.fulfill({ status: 403, json: { code: 'x/y', message: 'No.', requestId: '1' } }),
  );
  await go(page, '/admin/audit');
  await page.getByRole('heading', { name: 'No se pudo cargar el registro' }).waitFor();
  await expectWell(page);
  await end();
});
