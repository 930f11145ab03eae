import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { type Route, route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, visit, widths } from '../visit.ts';

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
    await go(page, '/dashboard');
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
    const openMenu = async () => {
      if (width === phone) await page.getByRole('button', { name: 'Abrir el menú' }).click();
    };
    const linkTo = (name: string) =>
      page
        .getByRole('navigation', { name: 'Secciones' })
        .locator('visible=true')
        .getByRole('link', { name, exact: true });
    await openMenu();
    await expectWell(page, [width]);
    for (const [name, path] of sections) {
      await expect.poll(() => linkTo(name).getAttribute('href'), { message: name }).toBe(path);
    }
    await linkTo('Mis clases').click();
    await page.waitForURL('**/classes');
    // Following a link puts the menu away.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await openMenu();
    await linkTo('Mi panel').click();
    await page.waitForURL('**/dashboard');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByText('Ana Ruiz').first().waitFor();
    await page.getByRole('menuitem', { name: 'Mi perfil' }).click();
    await page.waitForURL('**/profile');
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await expect.poll(() => page.url()).toBe(`${site.url}/`);
    await end();
  });
});

it('the side bar of an administrator shows its last entry on a laptop without being scrolled', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ role: 'admin' }));
  await go(page, '/admin');
  const last = page.getByRole('link', { name: 'Vista Estudiante' });
  await last.waitFor();
  const box = await last.boundingBox();
  expect(box && box.y + box.height).toBeLessThan(800);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await end();
});

it('a button keeps the focus while what it began is under way, and takes no second press', async () => {
  const { page, end } = await visit(site, desktop, await site.person());
  await go(page, '/profile');
  const button = page.getByRole('button', { name: 'Cerrar en los demás dispositivos' });
  const hasFocus = () => button.evaluate((it) => it === document.activeElement);
  const held: Route[] = [];
  await route(page, '**/api/auth/revoke-other-sessions', (asked) => void held.push(asked));
  await button.press('Enter');
  await expect.poll(() => held.length).toBe(1);
  await expect.poll(() => button.isDisabled()).toBe(true);
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await held[0]?.fulfill({ status: 409, json: { code: 'x/y', message: 'No.', requestId: 'r' } });
  await page.getByRole('alert').waitFor();
  await expect.poll(() => button.isDisabled()).toBe(false);
  expect(held.length).toBe(1);
  expect(await hasFocus()).toBe(true);
  await end();
});

it('a menu whose code is still on its way opens for the first press, and gives the focus back', async () => {
  const { page, end } = await visit(site, desktop, await site.person(), { fetchesFiles: true });
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  await route(page, '**/assets/mantine-floating-*.js', async (asked) => {
    await sent;
    await asked.fallback();
  });
  await page.goto('/store');
  const button = page.getByRole('button', { name: 'Tu cuenta' });
  await button.focus();
  await button.press('Enter');
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  send();
  await page.getByRole('menu').waitFor();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true);
  await end();
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
    await go(page, path);
    await page.waitForURL('**/auth**');
  }
  for (const path of ['/store', '/ranking']) {
    await go(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toContain(path);
  }
  await end();
});

const handles = '**/api/profiles/me/handles';

/**
 * A profile whose handles are typed in and cannot be saved: each try ends with a toast, of other words unless they are
 * to be the same. The page's clock stands, so that the seconds of a toast are counted and not waited for; `passUntil`
 * lets it go on until there are so many toasts.
 */
async function visitRefused(width: number, { sameWords = false } = {}) {
  const visited = await visit(site, width, await site.person());
  const { page } = visited;
  await page.clock.install();
  let tries = 0;
  const refusal = () => ({ code: 'x/y', message: sameWords ? 'No.' : `No ${tries++}.`, requestId: 'r' });
  await route(page, handles, (route) => route.fulfill({ status: 409, json: refusal() }));
  await go(page, '/profile');
  await page.getByRole('button', { name: /^Editar: .*[Rr]edes/ }).click();
  await page.getByLabel('Instagram').fill('@ana');
  const region = page.getByRole('region', { name: 'Notifications' });
  await region.waitFor({ state: 'attached' }); // It comes once the page is at rest.
  await page.clock.pauseAt(Date.now() + 60_000);
  const toast = region.getByRole('alert');
  const button = page.getByRole('button', { name: 'Guardar cambios' });
  const pass = (of: () => Promise<unknown>, milliseconds: number) => page.clock.runFor(milliseconds).then(of);
  return {
    ...visited,
    region,
    toast,
    passUntil: (count: number) => expect.poll(() => pass(() => toast.count(), 250)).toBe(count),
    async save() {
      await button.press('Enter');
      await expect.poll(() => pass(() => button.isEnabled(), 50)).toBe(true);
    },
  };
}

/** When the first toast showed and when the last one had gone, by the page's clock. */
async function watchToasts(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const region = document.querySelector('[aria-label="Notifications"]') as Element;
    new MutationObserver(() => {
      const isShown = region.querySelector('[role="alert"]') !== null;
      if (isShown !== (times.length % 2 === 1)) times.push(performance.now());
    }).observe(region, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { times: number[] }).times);
}

it('toasts are three at most, stay while one is hovered, go after five seconds, and Alt+T leads to them', async () => {
  const { page, region, toast, passUntil, save, end } = await visitRefused(desktop);
  await page.keyboard.press('Alt+t');
  await expect.poll(() => region.evaluate((it) => it === document.activeElement)).toBe(true);
  const times = await watchToasts(page);
  for (let failure = 0; failure < 4; failure += 1) await save();
  await passUntil(3);
  await toast.first().hover();
  await page.clock.runFor(6000);
  await expect.poll(() => toast.count()).toBe(3);
  const left = await page.evaluate(() => performance.now());
  await page.mouse.move(5, 5);
  await passUntil(0);
  const [, gone = 0] = await times();
  expect(gone - left).toBeGreaterThan(2000);
  await end();
});

it('a toast of the same words is shown once, and that of a failure goes with the success that follows', async () => {
  const { page, region, toast, passUntil, save, end } = await visitRefused(desktop, { sameWords: true });
  await save();
  await passUntil(1);
  // By itself it does not go.
  await toast.hover();
  await save();
  await save();
  await passUntil(1);
  await toast.hover();
  await unroute(page, handles);
  await page.getByRole('button', { name: 'Guardar cambios' }).press('Enter');
  const shown = async (words: string) => {
    await page.clock.runFor(50);
    return region.getByText(words, { exact: true }).count();
  };
  await expect.poll(() => shown('Perfil actualizado')).toBe(1);
  await expect.poll(() => shown('No.')).toBe(0);
  await end();
});

it('a toast stays for five seconds, and goes on a phone although a mouse was left over it', async () => {
  const { page, toast, passUntil, save, end } = await visitRefused(phone);
  const times = await watchToasts(page);
  await save();
  await passUntil(1);
  await toast.hover();
  await passUntil(0);
  const [shown = 0, gone = 0] = await times();
  expect(gone - shown).toBeGreaterThanOrEqual(4900);
  await end();
});

it('a toast stays while it has the focus; the first touch closes one that lies over the page of a phone', async () => {
  const { page, toast, passUntil, save, end } = await visitRefused(phone);
  await save();
  await passUntil(1);
  await toast.getByRole('button').focus();
  await page.clock.runFor(6000);
  await expect.poll(() => toast.count()).toBe(1);
  await page.getByLabel('Instagram').focus();
  await passUntil(0);
  // One that was closed by its own button took the focus along.
  await save();
  await passUntil(1);
  await toast.getByRole('button').press('Enter');
  await passUntil(0);
  await save();
  await passUntil(1);
  await passUntil(0);
  await save();
  await passUntil(1);
  // The focus keeps it for good: what closes it is the touch.
  await toast.getByRole('button').focus();
  await page.getByRole('main').dispatchEvent('pointerdown', { pointerType: 'touch' });
  await passUntil(0);
  await end();
});

it('a page that is long on its way shows that it comes, is read out when it is there, and takes a focus that was lost', async () => {
  const { page, end } = await visit(site, desktop, await site.person(), { fetchesFiles: true });
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  await route(page, '**/assets/store-page-*.js', async (asked) => {
    await sent;
    await asked.fallback();
  });
  await page.goto('/coins');
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /tienda/i })
    .first();
  const bar = page.getByRole('progressbar', { name: 'Cargando' });
  await link.focus();
  await link.press('Enter');
  await bar.waitFor();
  send();
  await page.getByRole('heading', { level: 1, name: 'Tienda' }).waitFor();
  await bar.waitFor({ state: 'detached' });
  await page
    .getByRole('status')
    .filter({ hasText: /^Tienda · Sumi$/ })
    .waitFor({ state: 'attached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  // A link of the frame, which stays, keeps the focus.
  const inFrame = page.getByRole('link', { name: 'Copa' }).first();
  await inFrame.press('Enter');
  await page.getByRole('status').filter({ hasText: /^Copa/ }).waitFor({ state: 'attached' });
  await expect.poll(() => inFrame.evaluate((it) => it === document.activeElement)).toBe(true);
  await end();
});

it('a menu and a dialog whose code does not arrive say so and count as closed, and the page stays', async () => {
  const { page, end } = await visit(site, desktop, await site.person(), {
    fetchesFiles: true,
    mayBreak: true,
  });
  for (const file of ['floating', 'dialogs']) {
    await route(page, `**/assets/mantine-${file}-*.js`, (asked) => asked.abort());
  }
  await page.goto('/store');
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('alert').filter({ hasText: 'No pudimos mostrar esto' }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Tienda' }).waitFor();
  await page.setViewportSize({ width: phone, height: 800 });
  const menu = page.getByRole('button', { name: 'Abrir el menú' });
  await menu.click();
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('heading', { level: 1, name: 'Tienda' }).waitFor();
  await end();
});
