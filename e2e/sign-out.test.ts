import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { route } from './route.ts';
import { desktop, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it.each([401, 403, 404])(
  'signing out leads home also when the server answers %i, because the session has ended',
  async (status) => {
    const { page, end } = await visit(site, desktop, await site.person());
    await route(page, '**/api/auth/sign-out', (route) =>
      route.fulfill({ status, json: { code: 'accounts/sign-in-first', message: '', requestId: 'r-1' } }),
    );
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.waitForURL(`${site.url}/`);
    await expect.poll(() => page.getByText('No se pudo', { exact: false }).count()).toBe(0);
    await end();
  },
);
