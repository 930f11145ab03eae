import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { goodPassword, personWithPassword } from '../../src/testing/sign-in.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectWell, phone, visit } from '../visit.ts';

/** Passkeys on a device that Chromium plays: added on the profile, and used to sign in. */

let site: Site;
beforeAll(async () => {
  site = await newSite({}, 'localhost');
});
afterAll(() => site.close());

/** A phone's own keys, whose owner is always there and proves it. */
async function plugInDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async ownerIsThere(isUserVerified: boolean) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async unplug() {
      await session.send('WebAuthn.disable');
      await session.detach();
    },
  };
}

it('a member adds a passkey with their password, signs in with it, and renames and removes it', async () => {
  const person = await personWithPassword(site);
  const createdAt = new Date(Date.now() - 3_600_000);
  await site.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
  const { page, context, end } = await visit(site, phone, person);
  const device = await plugInDevice(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar llave de acceso' });
  await dialog.getByLabel('Nombre de la llave').fill('Mi teléfono con un nombre bastante largo para leer');
  const next = dialog.getByRole('button', { name: 'Continuar' });
  await next.click();
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill(goodPassword);
  await seeToast(page, 'Llave agregada', () => next.click());
  await page.getByText('Agregada el').waitFor();
  await expectWell(page);

  await context.clearCookies({ name: 'sumi.session_token' });
  await page.goto('/auth');
  const enter = page.getByRole('button', { name: 'Entrar con llave de acceso' });
  await device.ownerIsThere(false);
  await enter.click();
  await page.getByText('Tu dispositivo no terminó el paso').waitFor();
  await device.ownerIsThere(true);
  await seeToast(page, '¡Bienvenido!', () => enter.click());
  await page.waitForURL('**/feed');

  await page.goto('/profile');
  await page.getByText('Usada por última vez').waitFor();
  await page.getByRole('button', { name: 'Cambiar nombre de Mi teléfono' }).click();
  const renaming = page.getByRole('dialog', { name: 'Cambiar nombre' });
  await renaming.getByLabel('Nombre de la llave').fill('Mi tableta');
  const save = () => renaming.getByRole('button', { name: 'Guardar' }).click();
  await seeFailureToast(page, { of: '**/passkeys/*', says: 'No se pudo cambiar la llave' }, save);
  await expect.poll(() => renaming.getByLabel('Nombre de la llave').inputValue()).toBe('Mi tableta');
  await seeToast(page, 'Nombre cambiado', save);
  await renaming.waitFor({ state: 'detached' });

  // A refusal, which the page does not try again by itself.
  await route(page, '**/api/accounts/passkeys', (route) =>
    route.fulfill({ status: 403, json: { code: 'x/y', message: 'No.', requestId: '1' } }),
  );
  await page.reload();
  const again = page.getByRole('main').getByRole('button', { name: 'Intentar de nuevo' });
  await again.waitFor();
  await unroute(page, '**/api/accounts/passkeys');
  await again.click();
  await page.getByText('Mi tableta', { exact: true }).waitFor();
  await site.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
  await page.getByRole('button', { name: 'Quitar Mi tableta' }).click();
  await page
    .getByRole('dialog', { name: '¿Quitar esta llave?' })
    .getByRole('button', { name: 'Quitar' })
    .click();
  const asked = page.getByRole('dialog', { name: 'Quitar', exact: true });
  await asked.getByRole('textbox', { name: 'Contraseña' }).fill(goodPassword);
  await seeToast(page, 'Llave quitada', () => asked.getByRole('button', { name: 'Quitar' }).click());
  await expect.poll(() => page.getByText('Mi tableta', { exact: true }).count()).toBe(0);
  await device.unplug();
  await end();
});
