import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium, openContext } from '../../src/testing/chromium.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, press, visit } from '../visit.ts';

/** What the tabs of a browser hear of a session that goes on. */

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/** Collects in the page what other tabs of the browser tell about the session. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel('sumi.session').onmessage = ({ data }) => heard.push(data);
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

it('every tab hears USER_UPDATED when the name of the person changes, and shows the new one', async () => {
  const person = await site.person({ name: 'Ana Ruiz' });
  const { context, page, end } = await visit(site, desktop, person);
  const heard = await listen(await context.newPage());
  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('heading', { level: 1, name: /Ana!$/ }).waitFor();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Editar: Información personal' }).click();
  await page.getByLabel('Nombre').fill('Beatriz Ruiz');
  expect(await heard()).not.toContain('USER_UPDATED');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect.poll(heard).toContain('USER_UPDATED');
  await other.getByRole('heading', { level: 1, name: /Beatriz!$/ }).waitFor();
  await end();
});

it('every tab hears TOKEN_REFRESHED when the hourly reading has prolonged the session', async () => {
  const person = await site.person();
  // The clock of a context cannot be given back, so this one is of its own.
  const browser = await launchChromium();
  const context = await openContext(browser, { baseURL: site.url });
  const [name = '', value = ''] = person.cookie.split('=');
  await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }]);
  const heard = await listen(await context.newPage());
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const readings = () => page.waitForResponse('**/api/auth/get-session');
  const nextHour = async () => {
    const read = readings();
    await page.clock.fastForward('01:00:01');
    await read;
  };
  await nextHour();
  await nextHour();
  expect(await heard()).not.toContain('TOKEN_REFRESHED');
  // A session that was used for the last time two days ago is prolonged by the next reading.
  const expiresAt = new Date(Date.now() + 28 * 24 * 3_600_000);
  await site.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', person.id).execute();
  await nextHour();
  await expect.poll(heard).toContain('TOKEN_REFRESHED');
  await browser.close();
});

it.each(['/coins', '/terms', '/quiz'])(
  '%s says that the account could not be read, offers no sign-in to the person who is signed in, and reads it again',
  async (path) => {
    const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
    await page.goto('/coins');
    await page.getByRole('heading', { level: 1, name: /sumicoins/i }).waitFor();
    await route(page, '**/api/accounts/me', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto(path);
    const said = page.getByRole('main').getByRole('alert').filter({ hasText: 'No pudimos leer tu cuenta' });
    await said.waitFor();
    await page.getByRole('button', { name: 'Abrir el menú' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Inicio' }).waitFor();
    const signIn = page.getByRole('link', { name: /Iniciar sesión|Comenzar gratis/ });
    await expect.poll(() => signIn.count()).toBe(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar el menú' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectWell(page);
    await unroute(page, '**/api/accounts/me');
    await said.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await said.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toContain(path);
    await expect.poll(() => signIn.count()).toBe(0);
    await end();
  },
);

it('what a member began or put off in a tab is gone once they have signed out', async () => {
  const { page, end } = await visit(site, desktop, await site.person());
  await page.goto('/quiz');
  await press(page.getByRole('checkbox', { name: 'Coreano' }));
  const keptInTab = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sumi.')));
  await expect.poll(keptInTab).toContain('sumi.quizDraft');
  await page.evaluate(() => sessionStorage.setItem('sumi.ageLater', 'true'));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect.poll(() => page.url()).toBe(`${site.url}/`);
  await expect.poll(keptInTab).toEqual([]);
  await end();
});

it('a member who signs in after another session ended sees no passkey of the person before', async () => {
  const before = await site.person();
  await site.db
    .insertInto('passkeys')
    .values({
      userId: before.id,
      name: 'Teléfono de Ana',
      credentialId: 'a-credential-of-a-telephone',
      publicKey: Buffer.from('key'),
      counter: 0,
      synced: false,
    })
    .execute();
  const { context, page, end } = await visit(site, desktop, before);
  await page.goto('/profile');
  await page.getByText('Teléfono de Ana').waitFor();
  const after = await site.person();
  const [name = '', value = ''] = after.cookie.split('=');
  await site.db.deleteFrom('sessions').where('userId', '=', before.id).execute();
  await go(page, '/dashboard');
  await page.waitForURL('**/auth**');
  await context.addCookies([{ name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }]);
  await route(page, '**/api/accounts/passkeys', () => {});
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await go(page, '/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Teléfono de Ana').count()).toBe(0);
  await end();
});

it.each([
  ['Cerrar en los demás dispositivos', 'revoke-other-sessions'],
  ['Cerrar en todas partes', 'revoke-sessions'],
])(
  'a member whose session was ended elsewhere reads that “%s” did not work, and signs in again',
  async (label, step) => {
    const person = await site.person();
    const { page, end } = await visit(site, phone, person);
    await route(page, `**/api/auth/${step}`, async (asked) => {
      await site.db.deleteFrom('sessions').where('userId', '=', person.id).execute();
      await asked.fallback();
    });
    await go(page, '/profile');
    await page.getByRole('button', { name: label }).click();
    if (step === 'revoke-sessions')
      await page.getByRole('dialog').getByRole('button', { name: label }).click();
    await page.getByRole('alert').filter({ hasText: 'No se pudo cerrar la sesión' }).waitFor();
    await page.waitForURL('**/auth**');
    await end();
  },
);
