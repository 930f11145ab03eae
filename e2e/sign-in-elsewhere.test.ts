import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { goodPassword, personWithPassword } from '../src/testing/sign-in.ts';
import { openIdServer } from '../src/testing/stand-ins/openid-server.ts';
import { seeToast } from './failure-toast.ts';
import { desktop, expectWell, phone, visit } from './visit.ts';

/** Signing in with an account of another service, and connecting one. */

let provider: Awaited<ReturnType<typeof openIdServer>>;
let site: Site;
beforeAll(async () => {
  provider = await openIdServer();
  site = await newSite({ providers: [{ ...provider.settings, timeoutMs: 30_000 }] });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const atProvider = () => {
  const email = `${randomUUID()}@example.org`;
  provider.at.person = { sub: randomUUID(), email, email_verified: true, name: 'Ana Paz' };
};

it('a visitor who changed their mind at a provider reads so, and signs up there at the second try', async () => {
  atProvider();
  const { page, end } = await visit(site, phone);
  await page.goto('/auth');
  const leave = page.getByRole('button', { name: 'Continuar con Escuela Ejemplo' });
  await leave.waitFor();
  await expectWell(page);
  provider.at.trouble = 'denies';
  await leave.click();
  await page.getByText('El permiso no se dio').waitFor();
  provider.at.trouble = null;
  await seeToast(page, '¡Registro exitoso!', () => leave.click());
  await page.waitForURL('**/feed');
  await end();
});

it('a member connects an account of another service, and disconnects it with the password', async () => {
  atProvider();
  const person = await personWithPassword(site);
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
  const dialog = page.getByRole('dialog', { name: 'Cuentas conectadas' });
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(goodPassword);
  const go = dialog.getByRole('button', { name: 'Continuar' });
  await seeToast(page, 'Cuenta desconectada', () => go.click());
  await connect.waitFor();
  await expect.poll(() => disconnect.count()).toBe(0);
  await end();
});
