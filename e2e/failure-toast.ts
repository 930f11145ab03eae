import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Route, route, unroute } from './route.ts';

/** Whatever the screen asks for, any operation may answer this; the browser says it in words of its own. */
const tooOften = { status: 429, code: 'http/too-many' };
const tooMany = 'Demasiados intentos. Espera un momento.';

/** Does something and waits for what a toast says of it. It stays for five seconds: the wait begins before it shows. */
export async function seeToast(page: Page, says: string, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.getByText(says).waitFor(), act()]);
}

/**
 * Does something that the server refuses, waits for the toast that names it and says why, and closes the toast, so that
 * it lies over no button. Afterwards the server answers again. Requests that only read are never refused.
 */
export async function seeFailureToast(
  page: Page,
  {
    of: address,
    says: title,
    because = tooMany,
    refusal = tooOften,
  }: { of: string; says: string; because?: string; refusal?: { status: number; code: string } },
  act: () => Promise<unknown>,
): Promise<void> {
  const { status, code } = refusal;
  const answer = { status, json: { code, message: '', requestId: 'r-1' } };
  const refuse = (asked: Route) => (asked.method === 'GET' ? asked.fallback() : asked.fulfill(answer));
  await route(page, address, refuse);
  const toast = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('alert')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(because, { exact: true }) });
  // As in `seeToast`.
  await Promise.all([toast.waitFor(), act()]);
  await unroute(page, address);
  // It may have closed by itself. The focus stays where the person has it.
  await toast
    .getByRole('button', { name: 'Cerrar' })
    .dispatchEvent('click', undefined, { timeout: 2000 })
    .catch(() => {});
  await toast.waitFor({ state: 'detached' });
  // The button that was pressed stays busy while lists are read again, and a key on it would be lost.
  await expect.poll(() => page.locator('button[data-loading]').count()).toBe(0);
}
