import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { desktop, expectWell, phone, visit, widths } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

describe.each(widths)('at %i px', (width) => {
  it('the menu leads to every section; the profile menu to the profile and out', async () => {
    const { page, end } = await visit(site, width, await site.person({ name: 'Ana Ruiz' }));
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const sections = [
      ['Mi panel', '/dashboard'],
      ['Videos', '/feed'],
      ['Clubes en vivo', '/conversation-clubs'],
      ['Mis clases', '/classes'],
      ['Copa', '/ranking'],
      ['Tienda', '/store'],
      ['Mis sumicoins', '/coins'],
      ['Mi plan', '/membership'],
      ['Mi perfil', '/profile'],
    ] as const;
    for (const [name, path] of sections) {
      if (width === 390) {
        await page.getByRole('button', { name: 'Abrir el menú' }).click();
        if (path === '/dashboard') await expectWell(page, [width]);
      }
      await page
        .getByRole('navigation', { name: 'Secciones' })
        .locator('visible=true')
        .getByRole('link', { name, exact: true })
        .click();
      await page.waitForURL(`**${path}`);
      // Following a link puts the menu away.
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByText('Ana Ruiz').first().waitFor();
    await page.getByRole('menuitem', { name: 'Mi perfil' }).click();
    await page.waitForURL('**/profile');
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.waitForURL(/\/$/);
    await end();
  });
});

it('a page for the signed-in sends a visitor to sign in', async () => {
  const { page, end } = await visit(site, desktop);
  for (const path of [
    '/dashboard',
    '/feed',
    '/classes',
    '/profile',
    '/conversation-clubs',
    '/teacher',
    '/admin',
  ]) {
    await page.goto(path);
    await page.waitForURL('**/auth**');
  }
  for (const path of ['/store', '/ranking']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toContain(path);
  }
  await end();
});

it('toasts are three at most, stay while one is hovered, go after five seconds, and Alt+T leads to them', async () => {
  const { page, end } = await visit(site, desktop, await site.person(), { mayBreak: true });
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const region = page.getByRole('region', { name: 'Notifications' });
  await page.keyboard.press('Alt+t');
  await expect.poll(() => region.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.route('**/api/profiles/me/handles', (route) => route.abort('internetdisconnected'));
  const save = page.getByRole('button', { name: 'Guardar cambios' });
  await page.getByRole('button', { name: /^Editar: .*[Rr]edes/ }).click();
  await page.getByLabel('Instagram').fill('@ana');
  for (let failure = 0; failure < 4; failure += 1) {
    await save.press('Enter');
    await expect.poll(() => save.isEnabled()).toBe(true);
  }
  await expect.poll(() => region.getByRole('alert').count()).toBe(3);
  await region.getByRole('alert').first().hover();
  await page.waitForTimeout(6000);
  await expect.poll(() => region.getByRole('alert').count()).toBe(3);
  await page.mouse.move(5, 5);
  const began = Date.now();
  await expect.poll(() => region.getByRole('alert').count(), { timeout: 20_000 }).toBe(0);
  expect(Date.now() - began).toBeGreaterThan(2000);
  await end();
});

it('on a phone a toast goes although a mouse was left over it', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
  await page.route('**/api/profiles/me/handles', (route) => route.abort('internetdisconnected'));
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Editar: .*[Rr]edes/ }).click();
  await page.getByLabel('Instagram').fill('@ana');
  await page.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await toast.hover();
  await toast.waitFor({ state: 'detached' });
  await end();
});

it('a toast stays for five seconds', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
  await page.route('**/api/profiles/me/handles', (route) => route.abort('internetdisconnected'));
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Editar: .*[Rr]edes/ }).click();
  await page.getByLabel('Instagram').fill('@ana');
  // Measured in the page: what a busy machine delays only makes it longer.
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const region = document.querySelector('[aria-label="Notifications"]') as Element;
    new MutationObserver(() => {
      const isShown = region.querySelector('[role="alert"]') !== null;
      if (isShown !== (times.length % 2 === 1)) times.push(performance.now());
    }).observe(region, { childList: true, subtree: true });
  });
  const times = () => page.evaluate(() => (window as unknown as { times: number[] }).times);
  await page.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  await expect.poll(async () => (await times()).length).toBe(2);
  const [shown = 0, gone = 0] = await times();
  expect(gone - shown).toBeGreaterThanOrEqual(4900);
  await end();
});

it('the first touch closes a toast that lies over the page of a phone', async () => {
  const { page, end } = await visit(site, phone, await site.person(), { mayBreak: true });
  await page.route('**/api/profiles/me/handles', (route) => route.abort('internetdisconnected'));
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Editar: .*[Rr]edes/ }).click();
  await page.getByLabel('Instagram').fill('@ana');
  await page.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await toast.waitFor();
  // The mouse stays over it, which keeps it for good: what closes it is the touch.
  await toast.hover();
  await page.getByRole('main').dispatchEvent('pointerdown', { pointerType: 'touch' });
  await toast.waitFor({ state: 'detached' });
  await end();
});
