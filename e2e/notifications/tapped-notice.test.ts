import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notify } from '#features/notifications/notify.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { desktop, go, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

/** Tells a person something, and does in the worker what a tap on its push message does; answers when it was read. */
async function tapNotice(page: Page, person: Person, link: string): Promise<() => Promise<Date | null>> {
  await notify(await site.ctxFor(), { to: [person.id], kind: 'people.coins-debited', link });
  const notices = site.db.selectFrom('notifications').where('userId', '=', person.id);
  const { id } = await notices.select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(
    (notification) =>
      (globalThis as unknown as { openNotice(notification: object): Promise<void> }).openNotice(notification),
    { tag: id, data: { link } },
  );
  return async () => (await notices.select('readAt').where('id', '=', id).executeTakeFirstOrThrow()).readAt;
}

it('a tap on a push message has the open page go there, which asks before typed text is lost, and reads the notice', async () => {
  const admin = await site.person({ role: 'admin' });
  const { page, end } = await visit(site, desktop, admin, { worker: true });
  await go(page, '/terms');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.getByRole('button', { name: 'Editar' }).click();
  const text = page.getByLabel('(Español)');
  await text.fill('Nuestras condiciones.');
  const readAt = await tapNotice(page, admin, '/coins?from=push');
  await expect.poll(readAt).not.toBeNull();
  const asked = page.getByRole('dialog', { name: '¿Descartar tus cambios?' });
  await asked.getByRole('button', { name: 'Seguir editando' }).click();
  await expect.poll(() => text.inputValue()).toBe('Nuestras condiciones.');
  // The page is there already.
  await tapNotice(page, admin, '/terms');
  await asked.waitFor({ state: 'detached' });
  await expect.poll(() => text.inputValue()).toBe('Nuestras condiciones.');
  await tapNotice(page, admin, '/coins?from=push');
  await asked.getByRole('button', { name: 'Descartar' }).click();
  await page.waitForURL('**/coins?from=push');
  expect(loads).toBe(0);
  // A page without the router does not answer, so it is left.
  await page.goto('/api/docs');
  await tapNotice(page, admin, '/coins');
  await page.waitForURL('**/coins');
  await end();
});
