import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { go, phone, visit } from '../visit.ts';

/** What administrators read of an application that changes, or waits for its answer, while they answer. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

/** The card of an applicant in the queue. */
const cardOf = (page: Page, { name }: Person) => page.getByRole('article', { name });

it('an administrator who refuses an application that was rewritten meanwhile reads so', async () => {
  const person = await site.person({ role: 'teacher', name: 'Caro Sol' });
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin/teachers');
  await cardOf(page, person).getByRole('button', { name: 'Rechazar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Falta el certificado.');
  await site.request(person, 'PATCH', '/api/teachers/me', { bio: 'Tengo el certificado.' });
  await dialog.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByText('Este perfil cambió mientras tanto.').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await cardOf(page, person).getByText('Tengo el certificado.').waitFor();
  await end();
});

it('a second application is answered while the first one waits for its answer, whose button is busy until then', async () => {
  const first = await site.person({ role: 'teacher', name: 'Carla Uno' });
  const second = await site.person({ role: 'teacher', name: 'Darío Dos' });
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await go(page, '/admin/teachers');
  const approve = (person: Person) => cardOf(page, person).getByRole('button', { name: 'Aprobar' });
  const opened = Promise.withResolvers<void>();
  await route(page, '**/approve', (asked) => opened.promise.then(asked.fallback));
  await approve(first).click();
  await expect.poll(() => approve(first).isDisabled()).toBe(true);
  await unroute(page, '**/approve');
  await approve(second).click();
  await cardOf(page, second).waitFor({ state: 'detached' });
  await expect.poll(() => approve(first).isDisabled()).toBe(true);
  opened.resolve();
  await cardOf(page, first).waitFor({ state: 'detached' });
  await end();
});
