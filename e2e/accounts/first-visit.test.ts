import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, press, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a visitor who presses a language of the landing page finds it chosen in the quiz, also after a reload, and may take it back', async () => {
  const { page, end } = await visit(site, phone);
  await page.goto('/');
  await page.getByRole('link', { name: 'Francés' }).click();
  await page.getByText('Paso 1 de 3').waitFor();
  const french = page.getByRole('checkbox', { name: 'Francés' });
  await expect.poll(() => french.isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await page.waitForURL('**/quiz');
  await page.reload();
  await expect.poll(() => french.isChecked()).toBe(true);
  await press(french);
  await press(page.getByRole('checkbox', { name: 'Italiano' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Atrás' }).click();
  await page.getByText('Paso 1 de 3').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Italiano' }).isChecked()).toBe(true);
  await expect.poll(() => french.isChecked()).toBe(false);
  await end();
});

it('a visitor takes the quiz, signs up and finds their answers saved', async () => {
  const { context, page, end } = await visit(site, phone);
  const email = 'ana@example.org';

  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Comenzar gratis' }).first().click();

  await page.getByText('Paso 1 de 3').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Atrás' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(14);
  await page.getByRole('button', { name: 'Continuar' }).press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Elige al menos un idioma para continuar.' }).waitFor();
  await expect
    .poll(() =>
      page
        .getByRole('checkbox')
        .first()
        .evaluate((it) => it === document.activeElement),
    )
    .toBe(true);
  await expectWell(page);
  await press(page.getByRole('checkbox', { name: 'Inglés' }));
  await press(page.getByRole('checkbox', { name: 'Francés' }));
  await press(page.getByRole('checkbox', { name: 'Francés' }));
  await expectWell(page);
  await page.getByRole('button', { name: 'Continuar' }).click();

  await page.getByText('Paso 2 de 3').waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('alert').filter({ hasText: 'Elige un nivel para continuar.' }).waitFor();
  await page.getByRole('button', { name: 'Atrás' }).click();
  await page.getByText('Paso 1 de 3').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Inglés' }).isChecked()).toBe(true);
  await page.reload();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Inglés' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await press(page.getByRole('radio', { name: 'Intermedio' }));
  await page.getByRole('button', { name: 'Continuar' }).click();

  await page.getByText('Paso 3 de 3').waitFor();
  await page.getByLabel('Instagram').fill('@ana.aprende');
  await expectWell(page);
  await page.getByRole('button', { name: 'Completar' }).click();
  await page.getByText('Inglés').first().waitFor();
  await page.getByText('Intermedio').first().waitFor();
  await page.getByRole('button', { name: 'Registrarme y Comenzar' }).click();

  await page.waitForURL('**/auth?register=true');
  await page.getByText('Completa tu registro para comenzar tu viaje de aprendizaje').waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('quizAnswers'))).toContain('intermediate');
  await expectWell(page);
  await page.getByLabel('Nombre').fill('Ana María');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel(/^Contraseña/).fill('corta');
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();
  await page.getByText('La contraseña debe tener al menos 6 caracteres.').waitFor();
  // A screen reader reads what is wrong, because the field has the focus.
  await expect
    .poll(() => page.getByLabel(/^Contraseña/).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await page.getByLabel(/^Contraseña/).fill('colibri-de-papel');
  // A toast stays for five seconds: the wait for it begins before it shows.
  const saidSo = page.getByText('Redes sociales conectadas exitosamente').waitFor();
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();

  await page.getByText('¡Registro exitoso!').waitFor();
  await saidSo;
  await page.waitForURL('**/feed');
  await page.getByRole('button', { name: 'Soy una persona adulta' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('quizAnswers'))).toBeNull();
  const saved = await site.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .innerJoin('oauthConnections', 'oauthConnections.userId', 'users.id')
    .select(['profiles.languages', 'profiles.level', 'oauthConnections.platformUsername'])
    .where('users.email', '=', email)
    .execute();
  expect(saved).toEqual([{ languages: ['en'], level: 'intermediate', platformUsername: '@ana.aprende' }]);

  // A reload and a second tab stay signed in; signing out is heard in both.
  await page.reload();
  await page.waitForURL('**/feed');
  const second = await context.newPage();
  await second.goto('/');
  await second.waitForURL('**/feed');
  await second.goto('/profile');
  await second.getByRole('heading', { level: 1 }).waitFor();
  await second.getByRole('main').getByRole('button', { name: 'Cerrar sesión aquí', exact: true }).click();
  await expect.poll(() => second.url()).toBe(`${site.url}/`);
  await page.waitForURL(/\/(auth.*)?$/);

  // And in again, from where they wanted to be.
  await go(page, '/classes');
  await page.waitForURL('**/auth**');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel(/^Contraseña/).fill('no-era-esta');
  await page.locator('form').getByRole('button', { name: 'Iniciar sesión' }).click();
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'El correo o la contraseña no son correctos. Revísalos.' });
  await refused.getByText('Error', { exact: true }).waitFor();
  await page.getByLabel(/^Contraseña/).fill('colibri-de-papel');
  const welcomed = page.getByText('¡Bienvenido!Sesión iniciada correctamente').waitFor();
  await page.locator('form').getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/classes');
  await welcomed;
  await end();
});

it('a visitor who signs up from the bar beside the result of the quiz keeps their answers', async () => {
  const { page, end } = await visit(site, desktop);
  await page.goto('/quiz');
  await press(page.getByRole('checkbox', { name: 'Coreano' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await press(page.getByRole('radio', { name: 'Intermedio' }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Saltar' }).click();
  await page.getByRole('button', { name: 'Registrarme y Comenzar' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/auth');
  await page.getByRole('tab', { name: 'Registrarse' }).click();
  await page.getByLabel('Nombre').fill('Beto Luna');
  await page.getByLabel('Correo electrónico').fill('beto@example.org');
  await page.getByLabel(/^Contraseña/).fill('colibri-de-papel');
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();
  await page.waitForURL('**/feed');
  const saved = () =>
    site.db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.userId')
      .select(['profiles.languages', 'profiles.level'])
      .where('users.email', '=', 'beto@example.org')
      .executeTakeFirst();
  await expect.poll(saved).toEqual({ languages: ['ko'], level: 'intermediate' });
  await end();
});

it('an administrator lands in the administration', async () => {
  const { page, end } = await visit(site, phone, await site.person({ role: 'admin' }));
  await page.goto('/');
  await page.waitForURL('**/admin');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await end();
});

it('an address that leads nowhere says so and shows the way home', async () => {
  const { page, end } = await visit(site, phone);
  await go(page, '/no-such-page');
  await page.getByText('¡Ups! Esta página no existe').waitFor();
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await expect.poll(() => page.url()).toBe(`${site.url}/`);
  await end();
});

it('a visitor whose sign-up was done and whose answer was lost enters at the second press', async () => {
  const { page, end } = await visit(site, phone, null, { mayBreak: true });
  await page.goto('/auth?register=true');
  await page.getByLabel('Correo electrónico').fill('perdida@example.org');
  await page.getByLabel(/^Contraseña/).fill('colibri-de-papel');
  const enter = page.getByRole('button', { name: 'Crear cuenta gratis' });
  await route(page, '**/sign-up/email', async (asked) => {
    const headers = { 'content-type': 'application/json', origin: site.url };
    await fetch(asked.url, { method: 'POST', body: asked.body, headers });
    await asked.abort();
  });
  await enter.click();
  await page.getByRole('alert').waitFor();
  await unroute(page, '**/sign-up/email');
  await enter.click();
  await page.waitForURL('**/feed');
  await end();
});

it('a name and an address that were typed to sign up stand after the page was loaded again, without the password, until the account is there', async () => {
  const { page, end } = await visit(site, phone);
  const name = page.getByLabel('Nombre');
  const email = page.getByLabel('Correo electrónico');
  const password = page.getByLabel(/^Contraseña/);
  await page.goto('/auth?register=true');
  await name.fill('Irma Rey');
  await email.fill('irma@example.org');
  await password.fill('colibri-de-papel');
  const kept = () => page.evaluate(() => sessionStorage.getItem('sumi.signUp'));
  await expect.poll(kept).toBe('{"name":"Irma Rey","email":"irma@example.org"}');
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Irma Rey');
  await expect.poll(() => email.inputValue()).toBe('irma@example.org');
  await expect.poll(() => password.inputValue()).toBe('');
  await password.fill('colibri-de-papel');
  await page.getByRole('button', { name: 'Crear cuenta gratis' }).click();
  await page.waitForURL('**/feed');
  expect(await kept()).toBeNull();
  await end();
});
