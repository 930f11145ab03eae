import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { desktop, expectWell, go, phone, settle, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a visitor finds the terms and the privacy notice', async () => {
  const { page, end } = await visit(site, phone);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Explora' }).getByRole('link', { name: 'Privacidad' }).click();
  await page.getByRole('heading', { level: 1, name: 'Privacidad' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Qué guardamos' }).waitFor();
  await expectWell(page);
  await go(page, '/terms');
  await page.getByRole('heading', { level: 2, name: 'Clases y pagos' }).waitFor();
  await expectWell(page);
  await end();
});

it('an administrator writes new terms, which visitors then read as plain text', async () => {
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/terms');
  await page.getByRole('button', { name: 'Editar' }).click();
  await page
    .getByLabel('Texto')
    .fill('Aquí mandamos con cariño.\n\n# Segundo\n\n## Tercero\n\n<b>Sin HTML</b>');
  await expectWell(page);
  const save = () => page.getByRole('button', { name: 'Guardar' }).click();
  await seeFailureToast(page, { of: '**/api/privacy/policies/terms', says: 'No se pudo guardar' }, save);
  await save();
  await page.getByRole('heading', { level: 2, name: 'Segundo' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Tercero' }).waitFor();
  await end();
  const visitor = await visit(site, phone);
  await go(visitor.page, '/terms');
  await visitor.page.getByText('<b>Sin HTML</b>').waitFor();
  await visitor.end();
});

it('an administrator edits the language in which the editing began, and is asked before the text is lost', async () => {
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/terms');
  // The application is there: going on is no load, and the way back is its own.
  await page.getByRole('button', { name: 'Editar' }).waitFor();
  await go(page, '/privacy');
  await page.getByRole('heading', { level: 1, name: 'Privacidad' }).waitFor();
  await page.getByRole('button', { name: 'Editar' }).click();
  const text = page.getByLabel('(Español)');
  await text.fill('Nuestro aviso.');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  const asked = page.getByRole('dialog', { name: '¿Descartar tus cambios?' });
  await asked.getByRole('button', { name: 'Seguir editando' }).click();
  await asked.waitFor({ state: 'hidden' });
  await page.getByLabel('Idioma de la página').selectOption('de');
  await page.getByRole('button', { name: 'Speichern' }).waitFor();
  await expect.poll(() => text.inputValue()).toBe('Nuestro aviso.');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Speichern' }).click();
  expect((await saved).postDataJSON()).toEqual({ locale: 'es', text: 'Nuestro aviso.', version: 0 });
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  await page.getByLabel('(Deutsch)').fill('Unser Hinweis.');
  // The page knows of what was typed once it is drawn.
  await settle(page);
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  await page.getByRole('button', { name: 'Bearbeiten' }).waitFor();
  await end();
});

it('an administrator who saves is shown the text that another one saved meanwhile, and may replace it then', async () => {
  const [admin, other] = [await site.person({ role: 'admin' }), await site.person({ role: 'admin' })];
  const { page, end } = await visit(site, phone, admin);
  await go(page, '/terms');
  const { version } = await (await site.request(null, 'GET', '/api/privacy/policies/terms?locale=es')).json();
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByLabel('Texto').fill('El mío.');
  const theirs = { locale: 'es', text: 'El de la otra persona.', version };
  expect((await site.request(other, 'PUT', '/api/privacy/policies/terms', theirs)).status).toBe(200);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Este texto cambió mientras tanto.').waitFor();
  const shown = page.getByRole('alert').filter({ hasText: 'Alguien más guardó este texto' });
  await shown.getByText('El de la otra persona.').waitFor();
  await expectWell(page);
  await expect.poll(() => page.getByRole('textbox', { name: 'Texto' }).inputValue()).toBe('El mío.');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Se guardó la nueva versión').waitFor();
  await page.getByText('El mío.').waitFor();
  await end();
});
