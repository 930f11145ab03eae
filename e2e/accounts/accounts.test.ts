import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { goodPassword, personWithPassword, signIn, tokenIn } from '../../src/testing/sign-in.ts';
import { codeOf } from '../../src/testing/totp.ts';
import { seeFailureToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, visit } from '../visit.ts';
import { authenticatorAddress, fillSignIn } from './sign-in-form.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite({ slowPasswords: true });
});
afterAll(() => site.close());

const better = 'colibri-de-papel';

/** Every session event the page tells, from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel('sumi.session').onmessage = ({ data }) => heard.push(data as string);
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

const security = (page: Page) => page.getByRole('region', { name: 'Seguridad' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('an error on the way back is told kindly, in our words only; a person who forgot their password signs in again by a letter', async () => {
  const person = await personWithPassword(site);
  const { context, page, end } = await visit(site, phone);
  await go(
    page,
    '/auth?error=access_denied&error_code=otp_expired&error_description=Llama+al+555+ahora+mismo',
  );
  await page.getByText('El enlace que abriste ya venció o ya se usó.').waitFor();
  expect(await page.content()).not.toContain('Llama al 555');
  await expectWell(page);
  await go(page, '/auth/reset#token=nada');
  await page.getByText('Este enlace no sirve.').waitFor();
  await expectWell(page);

  const second = await context.newPage();
  const heard = await listen(second);
  await go(second, '/ranking');
  await go(page, '/auth');
  await page.getByLabel('Correo electrónico').fill('ana@correo');
  const typed = () => page.getByLabel('Correo electrónico').inputValue();
  for (const tab of ['Registrarse', 'Iniciar sesión']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect.poll(typed).toBe('ana@correo');
  }
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  await page.getByRole('heading', { name: 'Recupera tu cuenta' }).waitFor();
  await expect.poll(typed).toBe('ana@correo');
  await expectWell(page);
  await button(page, 'Enviarme el enlace').click();
  await page.getByText('Escribe un correo válido, como ana@correo.com.').waitFor();
  await page.getByLabel('Correo electrónico').fill(person.email);
  const ask = () => button(page, 'Enviarme el enlace').click();
  const notSent = 'No se pudo enviar el correo';
  await seeFailureToast(page, { of: '**/api/accounts/password-reset*', says: notSent }, ask);
  await ask();
  await page.getByText(`Si ${person.email} tiene una cuenta`).waitFor();
  // Where no mail goes out the page says where it is, and shows no link of it.
  await page.getByText('quien la organiza encuentra el mensaje').waitFor();
  await expectWell(page);
  const token = tokenIn((await site.letters()).find(({ to }) => to === person.email));
  expect(await page.content()).not.toContain(token);

  await go(page, `/auth/reset#token=${token}`);
  await page.getByText(`Para la cuenta de ${person.email}.`).waitFor();
  await expectWell(page);
  await expect.poll(heard).toContain('PASSWORD_RECOVERY');
  await page.getByLabel(/^Nueva contraseña/).fill('football');
  await button(page, 'Guardar contraseña').click();
  await page.getByText('Esa contraseña es muy fácil de adivinar. Elige otra.').waitFor();
  await page.getByLabel(/^Nueva contraseña/).fill(better);
  await page.getByText(/Seguridad de la contraseña: (Buena|Excelente)/).waitFor();
  await button(page, 'Guardar contraseña').click();
  await page.getByText('Ya puedes entrar con la nueva.').waitFor();
  await expectWell(page);
  await page.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click();
  await expect.poll(() => page.getByLabel('Correo electrónico').inputValue()).toBe(person.email);
  await fillSignIn(page, person.email, better);
  await page.waitForURL('**/feed');

  // The link is used up, and says so kindly.
  await go(second, `/auth/reset#token=${token}`);
  await second.getByText('Este enlace ya se usó.').waitFor();
  await expectWell(second);
  await second.getByRole('link', { name: 'Pedir otro enlace' }).click();
  await second.getByRole('heading', { name: 'Recupera tu cuenta' }).waitFor();
  await end();
});

it('an address is confirmed, and changed, by letters', async () => {
  const person = await personWithPassword(site);
  const { page, end } = await visit(site, phone, person);
  await go(page, '/profile');
  await security(page).getByText('Sin confirmar').waitFor();
  const send = () => button(page, 'Confirmar correo').click();
  const notSent = 'No se pudo enviar el correo';
  await seeFailureToast(page, { of: '**/api/accounts/verification', says: notSent }, send);
  await send();
  await page.getByText(`Le escribimos a ${person.email}.`).waitFor();
  const confirm = tokenIn((await site.letters()).find(({ to }) => to === person.email));
  await go(page, `/auth/verify#token=${confirm}`);
  await page.getByText('Un toque más y queda listo.').waitFor();
  await expectWell(page);
  const busy = { status: 429, json: { code: 'http/too-many', message: '', requestId: 'r-1' } };
  await route(page, '**/api/accounts/links/follow', (asked) => asked.fulfill(busy));
  await button(page, 'Confirmar').click();
  await page.getByRole('alert').filter({ hasText: 'Demasiados intentos' }).waitFor();
  await unroute(page, '**/api/accounts/links/follow');
  await button(page, 'Confirmar').click();
  await page.getByText(`${person.email} quedó confirmado.`).waitFor();
  await expectWell(page);
  await page.getByRole('link', { name: 'Ir a mi perfil' }).click();
  await security(page).getByText('Confirmado', { exact: true }).waitFor();

  const email = 'nueva@example.org';
  await button(page, 'Cambiar correo').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nuevo correo').fill(email);
  await dialog.getByLabel(/^Contraseña/).fill('no-es-esta');
  await expectWell(page);
  const change = () => dialog.getByRole('button', { name: 'Enviar confirmación' }).click();
  const notAsked = 'No se pudo pedir el cambio';
  await seeFailureToast(page, { of: '**/api/accounts/email-change', says: notAsked }, change);
  await change();
  await page.getByText('La contraseña no es correcta.').waitFor();
  await dialog.getByLabel(/^Contraseña/).fill(goodPassword);
  await change();
  await dialog.waitFor({ state: 'hidden' });
  const changed = tokenIn((await site.letters()).find(({ to }) => to === email));
  await go(page, `/auth/verify#token=${changed}`);
  await button(page, 'Confirmar').click();
  await page.getByText(`Desde ahora entras con ${email}.`).waitFor();
  await go(page, '/profile');
  await security(page).getByText(email).waitFor();

  await go(page, '/ranking');
  await go(page, `/auth/verify#token=${changed}`);
  await button(page, 'Confirmar').click();
  await page.getByText('Este enlace ya se usó.').waitFor();
  await expectWell(page);
  await end();
});

it('the other devices are signed out from the profile, and a password is changed for a better one', async () => {
  const person = await personWithPassword(site);
  const device = await site.anotherSession(person);
  const { page, end } = await visit(site, phone, person);
  await go(page, '/profile');
  const leave = () => button(page, 'Cerrar en los demás dispositivos').click();
  await seeFailureToast(page, { of: '**/api/**', says: 'No se pudo cerrar la sesión' }, leave);
  await leave();
  await page.getByText('Cerramos tu sesión en los demás dispositivos').waitFor();
  expect((await site.request(device, 'GET', '/api/profiles/me')).status).toBe(401);
  await page.reload();
  await security(page).waitFor();

  const elsewhere = await site.anotherSession(person);
  await button(page, 'Cambiar contraseña').click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Cambiar contraseña' });
  await dialog.getByLabel(/^Contraseña actual/).fill('no-es-esta');
  await dialog.getByLabel(/^Nueva contraseña/).fill('corta');
  await save.click();
  await dialog.getByText('La contraseña debe tener al menos 6 caracteres.').waitFor();
  await expectWell(page);
  await dialog.getByLabel(/^Nueva contraseña/).fill(better);
  await save.click();
  await page.getByText('La contraseña no es correcta.').waitFor();
  await dialog.getByLabel(/^Contraseña actual/).fill(goodPassword);
  await save.click();
  await page.getByText('Contraseña actualizada').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  // Still in here, out elsewhere.
  await security(page).waitFor();
  expect((await site.request(elsewhere, 'GET', '/api/profiles/me')).status).toBe(401);
  expect((await signIn(site, person.email, better)).status).toBe(200);

  await route(page, '**/api/auth/change-password', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'http/too-many', message: '', requestId: 'x', detail: { seconds: 1800 } },
    }),
  );
  await button(page, 'Cambiar contraseña').click();
  await dialog.getByLabel(/^Contraseña actual/).fill(better);
  await dialog.getByLabel(/^Nueva contraseña/).fill(goodPassword);
  await save.click();
  await page.getByText('Demasiados intentos. Espera hasta 30 minutos.').waitFor();
  await end();
});

it('an administrator is urged to add a second factor, adds it, signs in with it, and takes it away', async () => {
  const person = await personWithPassword(site, { role: 'admin' });
  const { context, page, end } = await visit(site, phone, person);
  await go(page, '/profile');
  await page.getByText('Con tu cuenta se administra toda la comunidad.').waitFor();
  await expectWell(page);
  await security(page).getByRole('button', { name: 'Activar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Contraseña/).fill(goodPassword);
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  const codes = dialog.getByRole('list', { name: 'Códigos de respaldo' }).getByRole('listitem');
  await codes.first().waitFor();
  // A step without a field to begin with is read from the dialog's title on.
  const hasFocus = () => dialog.evaluate((element) => element === document.activeElement);
  await expect.poll(hasFocus).toBe(true);
  const [backup = ''] = await codes.allInnerTexts();
  await expect.poll(() => codes.count()).toBe(10);
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
  await dialog.getByRole('img', { name: 'Código QR para tu aplicación de verificación' }).waitFor();
  await expect.poll(hasFocus).toBe(true);
  await expectWell(page);
  const uri = await authenticatorAddress(dialog);
  await dialog.getByRole('textbox', { name: 'Código' }).fill('000000');
  await dialog.getByRole('button', { name: 'Activar' }).click();
  await page.getByText('Ese código no es correcto o ya se usó.').waitFor();
  await dialog.getByRole('textbox', { name: 'Código' }).fill(codeOf(uri));
  await dialog.getByRole('button', { name: 'Activar' }).click();
  await page.getByText('Verificación activada').waitFor();
  await go(page, '/profile');
  await security(page).getByText('Activada').waitFor();
  await expectWell(page);

  // Away from the profile, which would send the visitor to sign in with the way back to it.
  await go(page, '/ranking');
  await context.clearCookies();
  const second = await context.newPage();
  const heard = await listen(second);
  await go(second, '/ranking');
  await go(page, '/auth');
  await fillSignIn(page, person.email, goodPassword);
  await page.getByRole('heading', { name: 'Un paso más' }).waitFor();
  await expectWell(page);
  await page.getByRole('textbox', { name: 'Código' }).fill('000000');
  const enter = page.locator('form').getByRole('button', { name: 'Iniciar sesión' });
  await enter.press('Enter');
  await page.getByText('Ese código no es correcto o ya se usó.').first().waitFor();
  expect(await enter.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.getByRole('textbox', { name: 'Código' }).fill(codeOf(uri, 1).replace(/(...)/, '$1 '));
  await page.locator('form').getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/admin');
  await expect.poll(heard).toEqual(expect.arrayContaining(['MFA_CHALLENGE_VERIFIED', 'SIGNED_IN']));

  // Without the phone, one of the codes that were kept.
  await context.clearCookies();
  await page.goto('/auth');
  await fillSignIn(page, person.email, goodPassword);
  await button(page, 'Usar un código de respaldo').click();
  await page.getByLabel('Código de respaldo').fill(backup);
  await expectWell(page);
  await page.locator('form').getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/admin');

  await go(page, '/profile');
  await security(page).getByRole('button', { name: 'Nuevos códigos de respaldo' }).click();
  await dialog.getByLabel(/^Contraseña/).fill(goodPassword);
  await dialog.getByRole('button', { name: 'Nuevos códigos de respaldo' }).click();
  await codes.first().waitFor();
  await expect.poll(() => codes.allInnerTexts()).not.toContain(backup);
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
  await security(page).getByRole('button', { name: 'Desactivar' }).click();
  await dialog.getByLabel(/^Contraseña/).fill(goodPassword);
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await page.getByText('Verificación desactivada').waitFor();
  await go(page, '/profile');
  await page.getByText('Con tu cuenta se administra toda la comunidad.').waitFor();
  await button(page, 'Ahora no').click();
  await page.reload();
  await security(page).waitFor();
  await expect.poll(() => page.getByText('Con tu cuenta se administra toda la comunidad.').count()).toBe(0);
  await end();
});
