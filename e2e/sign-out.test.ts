import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../src/testing/listen.ts';
import { route } from './route.ts';
import { desktop, go, visit } from './visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(() => site.close());

it.each([401, 403, 404])(
  'signing out leads home also when the server answers %i, because the session has ended',
  async (status) => {
    const person = await site.person();
    const { page, end } = await visit(site, desktop, person);
    await route(page, '**/api/auth/sign-out', async (route) => {
      await site.db.deleteFrom('sessions').where('userId', '=', person.id).execute();
      await route.fulfill({
        status,
        json: { code: 'accounts/sign-in-first', message: '', requestId: 'r-1' },
      });
    });
    await go(page, '/profile');
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await expect.poll(() => page.url()).toBe(`${site.url}/`);
    await page.getByRole('main').getByRole('link', { name: 'Comenzar gratis' }).first().waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await end();
  },
);
