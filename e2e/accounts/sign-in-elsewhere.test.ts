import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { goodPassword, personWithPassword, tokenIn } from '../../src/testing/sign-in.ts';
import { openIdServer } from '../../src/testing/stand-ins/openid-server.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route } from '../route.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

/**
 * Signing in without a password of Sumi: with an account of another service, which is also connected, by a letter, or
 * by a text message to a telephone.
 */

let provider: Awaited<ReturnType<typeof openIdServer>>;
let site: Site;
beforeAll(async () => {
  provider = await openIdServer();
  site = await newSite({
    mail: 'sent',
    providers: [{ ...provider.settings, timeoutMs: 30_000 }],
    phoneCodes: { countries: ['MX', 'CO'], aDay: 10 },
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const atProvider = () => {
  const email = `${randomUUID()}@example.org`;
  provider.at.person = { sub: randomUUID(), email, email_verified: true, name: 'Ana Paz' };
};

async function provedMember() {
  const person = await personWithPassword(site);
  await site.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  return person;
}

it('a visitor who changed their mind at a provider reads so, and signs up there at the second try', async () => {
  atProvider();
  const { page, end } = await visit(site, phone);
  await page.goto('/auth');
  const leave = page.getByRole('button', { name: 'Continuar con Escuela Ejemplo' });
  await leave.waitFor();
  await expectWell(page);
  provider.at.fault = 'denies';
  await leave.click();
  await page.getByText('El permiso no se dio').waitFor();
  provider.at.fault = null;
  await seeToast(page, '¡Registro exitoso!', () => leave.click());
  await page.waitForURL('**/feed');
  await end();
});

it('a page that a browser shows again as it was left for a provider lets the person leave for it once more', async () => {
  const pages = [
    { person: null, address: '/auth', name: 'Continuar con Escuela Ejemplo' },
    { person: await provedMember(), address: '/profile', name: 'Conectar Escuela Ejemplo' },
  ];
  for (const { person, address, name } of pages) {
    const { page, end } = await visit(site, phone, person);
    let left = 0;
    // Such an answer leaves the browser on the page.
    await route(page, `${provider.settings.issuer}/authorize**`, (asked) => {
      left += 1;
      return asked.fulfill({ status: 204, body: '' });
    });
    await page.goto(address);
    const leave = page.getByRole('button', { name });
    await leave.click();
    await expect.poll(() => left).toBe(1);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await leave.click();
    await expect.poll(() => left).toBe(2);
    await expect.poll(() => page.getByText('Cuenta desconectada').count()).toBe(0);
    await end();
  }
});

it('a member connects an account of another service, and disconnects it with the password', async () => {
  atProvider();
  const person = await provedMember();
  const { page, end } = await visit(site, desktop, person);
  await page.goto('/profile');
  const connect = page.getByRole('button', { name: 'Conectar Escuela Ejemplo' });
  await seeToast(page, 'Cuenta conectada', () => connect.click());
  const disconnect = page.getByRole('button', { name: 'Desconectar Escuela Ejemplo' });
  await disconnect.waitFor();
  await expectWell(page);
  // From then on the session alone no longer says that it is the owner who acts.
  const createdAt = new Date(Date.now() - 3_600_000);
  await site.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
  await disconnect.click();
  const question = page.getByRole('dialog', { name: '¿Desconectar Escuela Ejemplo?' });
  await question.getByRole('button', { name: 'Desconectar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cuentas conectadas' });
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(goodPassword);
  const go = dialog.getByRole('button', { name: 'Continuar' });
  await seeToast(page, 'Cuenta desconectada', () => go.click());
  await connect.waitFor();
  await expect.poll(() => disconnect.count()).toBe(0);
  await end();
});

it('a member who has forgotten their password signs in with the code of a letter, and with its link', async () => {
  const { email } = await provedMember();
  const { context, page, end } = await visit(site, phone);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Entrar sin contraseña' }).click();
  // The page before has a field of the same name.
  await page.getByRole('heading', { name: 'Entra sin contraseña' }).waitFor();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviarme un código' }).click();
  const field = page.getByLabel('Código del correo');
  await field.fill('000 000');
  await expectWell(page);
  const enter = page.getByRole('button', { name: 'Entrar', exact: true });
  await enter.click();
  await page.getByText('Ese código no es correcto').waitFor();
  const letter = (await site.letters()).find(({ to }) => to === email);
  await field.fill(/\d{3} \d{3}/.exec(letter?.subject ?? '')?.[0] ?? '');
  await seeToast(page, '¡Bienvenido!', () => enter.click());
  await page.waitForURL('**/feed');

  await site.request(null, 'POST', '/api/accounts/sign-in-letter', { email });
  const link = `/auth/enter#token=${tokenIn((await site.letters()).find(({ to }) => to === email))}`;
  await context.clearCookies();
  await page.goto(link);
  await page.getByText('Un toque más y estás dentro.').waitFor();
  await expectWell(page);
  await seeToast(page, '¡Bienvenido!', () => enter.click());
  await page.waitForURL('**/feed');
  await context.clearCookies();
  await page.goto(link);
  await enter.click();
  await page.getByText('Este enlace ya se usó.').waitFor();
  await end();
});

it('a member whose address is not confirmed is asked to, has the letter sent again, and confirms with its link', async () => {
  const person = await personWithPassword(site);
  const { page, end } = await visit(site, phone, person);
  await page.goto('/dashboard');
  const asked = page.getByText(`Confirma tu correo: le escribimos a ${person.email}.`);
  await asked.waitFor();
  await expectWell(page);
  const again = () => page.getByRole('button', { name: 'Enviar otra vez' }).click();
  const notSent = 'No se pudo enviar el correo';
  await seeFailureToast(page, { of: '**/api/accounts/verification', says: notSent }, again);
  await seeToast(page, 'Te escribimos otra vez', again);
  const token = tokenIn((await site.letters()).find(({ to }) => to === person.email));
  await go(page, `/auth/verify#token=${token}`);
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await page.getByText(`${person.email} quedó confirmado.`).waitFor();
  // Without a reload: the page knows the account as it is now.
  await go(page, '/dashboard');
  await page.getByRole('region', { name: 'Hoy', exact: true }).waitFor();
  await expect.poll(() => asked.count()).toBe(0);
  await end();
});

it('a member adds a telephone with their password, signs out, and signs in by the code of a text message', async () => {
  const person = await provedMember();
  const createdAt = new Date(Date.now() - 3_600_000);
  await site.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
  const codeOfText = async () => /\d{6}/.exec((await site.texts()).at(-1)?.words ?? '')?.[0] ?? '';
  const { page, end } = await visit(site, phone, person);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Agregar teléfono' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar teléfono' });
  await dialog.getByLabel('País').selectOption('Colombia (+57)');
  const number = dialog.getByLabel('Número de celular');
  await number.fill('601 234 5678');
  await dialog.getByRole('button', { name: 'Enviarme un código' }).click();
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(goodPassword);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByText('Ese no parece un número de celular').waitFor();
  await number.fill('300 123 4567');
  await dialog.getByRole('button', { name: 'Enviarme un código' }).click();
  await dialog.getByText('Mandamos un código a +57 300 123 4567').waitFor();
  await dialog.getByLabel('Código del mensaje').fill(await codeOfText());
  const confirm = dialog.getByRole('button', { name: 'Confirmar' });
  await seeToast(page, 'Teléfono agregado', () => confirm.click());
  await page.getByText('+57 300 1234567').waitFor();

  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect.poll(() => page.url()).toBe(`${site.url}/`);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Entrar con un código por mensaje' }).click();
  await page.getByLabel('País').selectOption('Colombia (+57)');
  await page.getByLabel('Número de celular').fill('3001234567');
  await page.getByRole('button', { name: 'Enviarme un código' }).click();
  const field = page.getByLabel('Código del mensaje');
  await field.fill('000 000');
  await expectWell(page);
  const enter = page.getByRole('button', { name: 'Entrar', exact: true });
  await enter.click();
  await page.getByText('Ese código no es correcto').waitFor();
  await field.fill(await codeOfText());
  await seeToast(page, '¡Bienvenido!', () => enter.click());
  await page.waitForURL('**/feed');
  await end();
});
