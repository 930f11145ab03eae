import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { goodPassword, personWithPassword, tokenIn } from '../../src/testing/sign-in.ts';
import { codeOf } from '../../src/testing/totp.ts';
import { expectWell, go, phone, resize, visit } from '../visit.ts';
import { authenticatorAddress, fillSignIn } from './sign-in-form.ts';

/** Where letters arrive, addresses are confirmed first, and administrators need a second factor. */
let site: Site;
beforeAll(async () => {
  site = await newSite({ mail: 'sent', confirmEmail: 'first', requireSecondFactor: true });
});
afterAll(() => site.close());

const better = 'colibri-de-papel';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('an administrator of a community that requires a second factor sets one up and goes on to what they came for', async () => {
  const person = await personWithPassword(site, { role: 'admin' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/admin/students');
  await page.getByRole('heading', { level: 1, name: 'Falta un paso para administrar' }).waitFor();
  await expectWell(page);
  await button(page, 'Activarla ahora').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Contraseña/).fill(goodPassword);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
  await dialog.getByRole('textbox', { name: 'Código' }).fill(codeOf(await authenticatorAddress(dialog)));
  await dialog.getByRole('button', { name: 'Activar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Estudiantes' }).waitFor();
  await end();
});

it('where letters arrive, an account is made once its address is confirmed', async () => {
  const { page, end } = await visit(site, phone);
  const email = 'ximena@example.org';
  await go(page, '/auth?register=true');
  // On a short phone the whole form is on the first screen.
  await resize(page, phone, 664);
  await expect
    .poll(() => button(page, 'Crear cuenta gratis').evaluate((it) => it.getBoundingClientRect().bottom))
    .toBeLessThan(640);
  await resize(page, phone);
  await page.getByLabel('Nombre').fill('Ximena');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel(/^Contraseña/).fill(better);
  await button(page, 'Crear cuenta gratis').click();
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor();
  await expectWell(page);
  await page.goto(`/auth/verify#token=${tokenIn((await site.letters()).at(-1))}`);
  await button(page, 'Confirmar').click();
  await page.getByText('¡Registro exitoso!').waitFor();
  await page.getByText('Tu cuenta está lista con el plan gratuito.').waitFor();
  await expectWell(page);
  await page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click();
  // The first entry is a sign-up's: it says so, and asks for videos.
  const asked = page.waitForRequest('**/api/functions/sync-videos');
  await fillSignIn(page, email, better);
  await page.waitForURL('**/feed');
  await asked;
  await page.getByText('Ya eres parte de Sumi con el plan gratuito.').waitFor();
  const profile = await site.db
    .selectFrom('users')
    .select(['zone', 'locale'])
    .where('email', '=', email)
    .executeTakeFirst();
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(profile).toEqual({ zone, locale: 'es' });
  await end();
});

/** The link of a letter as a path: it is opened in a tab that knows nothing of the one that asked for it. */
const pathIn = (letter: { text: string } | undefined) =>
  /\/auth\/\w+#\S+/.exec(letter?.text ?? '')?.[0] ?? '';

it('a visitor who came from a shared class is back at it after the letter, in another tab', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const { id } = await site.db
    .insertInto('classes')
    .values({
      title: 'Café',
      description: 'Una taza y un tema.',
      startsAt: new Date(Date.now() + 48 * 3_600_000),
      createdBy: teacher.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const email = 'lupe@example.org';
  const { context, page, end } = await visit(site, phone);
  const letterTo = async () => (await site.letters()).find(({ to }) => to === email);
  await go(page, `/classes/${id}`);
  await page.getByRole('main').locator('a[href="/auth?register=true"]').click();
  await page.getByLabel('Nombre').fill('Lupe');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel(/^Contraseña/).fill(better);
  await button(page, 'Crear cuenta gratis').click();
  await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor();
  const other = await context.newPage();
  await other.goto(pathIn(await letterTo()));
  await button(other, 'Confirmar').click();
  await other.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click();
  await fillSignIn(other, email, better);
  await other.waitForURL(`**/classes/${id}`);

  // The same by the letter that signs in.
  await context.clearCookies();
  await page.goto(`/classes/${id}`);
  await page.getByRole('main').locator('a[href="/auth"]').click();
  await page.getByRole('link', { name: 'Entrar sin contraseña' }).click();
  // The page before it has a field of that name too.
  await page.getByRole('heading', { name: 'Entra sin contraseña' }).waitFor();
  await page.getByLabel('Correo electrónico').fill(email);
  await button(page, 'Enviarme un código').click();
  await page.getByLabel('Código del correo').waitFor();
  const enterPath = pathIn(await letterTo());
  await other.goto('/robots.txt');
  await other.goto(enterPath);
  await other.getByRole('main').getByRole('button', { name: 'Entrar' }).click();
  await other.waitForURL(`**/classes/${id}`);

  // And by the letter of a forgotten password.
  await context.clearCookies();
  await page.goto(`/classes/${id}`);
  await page.getByRole('main').locator('a[href="/auth"]').click();
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  await page.getByRole('heading', { name: 'Recupera tu cuenta' }).waitFor();
  await page.getByLabel('Correo electrónico').fill(email);
  await button(page, 'Enviarme el enlace').click();
  await page.getByText(`Si ${email} tiene una cuenta`).waitFor();
  const resetPath = pathIn(await letterTo());
  await other.goto('/robots.txt');
  await other.goto(resetPath);
  await other.getByLabel(/^Nueva contraseña/).fill(`${better} otra`);
  await button(other, 'Guardar contraseña').click();
  await other.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click();
  await fillSignIn(other, email, `${better} otra`);
  await other.waitForURL(`**/classes/${id}`);

  // A link that was changed to lead to another site leads to the feed.
  for (const evil of ['//evil.example/', '/\t/evil.example/', '/\\evil.example/', 'https://evil.example/']) {
    await other.goto(`/auth/enter#token=nada&from=${encodeURIComponent(evil)}`);
    await other.waitForURL('**/feed');
  }
  await other.close();
  await end();
});
