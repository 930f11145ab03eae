import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass, insertSeats } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, tryAgain, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite({ writesForMembers: true });
});
afterAll(async () => {
  await site.close();
});

/** The answers that the browser keeps for when there is no connection. */
function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answers = await (await caches.open('sumi-answers')).matchAll();
    return (await Promise.all(answers.map((answer) => answer.text()))).join();
  });
}

/** The kept answer of the address that has these words. */
function keptAt(page: Page, words: string): Promise<string> {
  return page.evaluate(async (words) => {
    const cache = await caches.open('sumi-answers');
    const at = (await cache.keys()).find(({ url }) => url.includes(words));
    return (await (at && cache.match(at)))?.text() ?? '';
  }, words);
}

it('without a connection Sumi opens, shows what the person saw last and from when, and nothing of it to a person who comes after', async () => {
  const student = await site.person();
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Conversación con café';
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  await insertSeats(site.db, await insertClass(site.db, teacher, { title, startsAt }), student);
  const { context, page, end } = await visit(site, phone, student, { mayBreak: true, worker: true });
  await go(page, '/classes');
  await page.getByText(title).first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The worker keeps the files of pages that are opened while it is there.
  await page.reload();
  await page.getByText(title).first().waitFor();

  await expect.poll(() => page.evaluate(async () => !!(await caches.match('/shell')))).toBe(true);
  // Answers are written once the browser is idle.
  await expect.poll(() => keptTexts(page)).toContain(title);

  await context.setOffline(true);
  await page.reload();
  await page.getByText(title).first().waitFor();
  await page.getByText(/^Sin conexión\. Esto es lo que había el /).waitFor();
  // The page cannot fetch it now.
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  await expectWell(page);
  // What was not read before is not there.
  await go(page, '/ranking');
  await page.getByRole('button', { name: 'Intentar de nuevo' }).nth(1).waitFor();

  await context.setOffline(false);
  // A page whose stream of events opened again has read again by itself.
  await tryAgain(page);
  await page.getByText(/^Sin conexión/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect.poll(() => page.evaluate(() => caches.has('sumi-answers'))).toBe(false);
  await end();
});

it('a class that is opened while a script file does not arrive shows its hour, and the rest on a retry', async () => {
  const student = await site.person();
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Cine y palomitas';
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  const promptCard = '¿Qué película volverías a ver?';
  const facts = { title, kind: 'club', startsAt, promptCard } as const;
  await insertSeats(site.db, await insertClass(site.db, teacher, facts), student);
  const { page, end } = await visit(site, phone, student, { fetchesFiles: true, mayBreak: true });
  const part = '**/assets/before-class-*.js';
  await route(page, part, (script) => script.abort());
  await go(page, '/classes');
  const card = page.getByRole('link', { name: title, exact: true });
  await card.waitFor();
  await card.click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(title).first().waitFor();
  await drawer.getByText('No pudimos mostrar esto').waitFor();
  await unroute(page, part);
  await tryAgain(drawer);
  await drawer.getByText(promptCard).waitFor();
  await end();
});

it('without a connection a student finds the seat that they have taken since they last looked at their own', async () => {
  const student = await site.person();
  const title = 'Sobremesa del domingo';
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  await insertClass(site.db, await site.person({ role: 'teacher', verified: true }), { title, startsAt });
  const { context, page, end } = await visit(site, phone, student, { mayBreak: true });
  await go(page, '/classes');
  await page.getByText('Todavía no tienes lugares').waitFor();
  await page.getByRole('tab', { name: 'Próximas' }).click();
  await page.getByRole('button', { name: `Inscribirme: ${title}` }).click();
  await page.getByText('¡Listo! Tienes tu lugar').first().waitFor();
  await expect.poll(() => keptAt(page, 'seats=mine')).toContain(title);
  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Mis lugares' }).click();
  // An answer of this moment may be shown without asking again, and then without a word about the connection.
  await page.getByRole('tabpanel', { name: 'Mis lugares' }).getByText(title).first().waitFor();
  await context.setOffline(false);
  await end();
});

it('what a person saw is written while the browser is idle, and at the latest when the page is put away', async () => {
  const { page, end } = await visit(site, desktop, await site.person({ name: 'Ximena Lara' }));
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0; // Never idle.
  });
  await go(page, '/profile');
  await page.getByText('Ximena Lara').first().waitFor();
  await page.waitForTimeout(500); // What is written as it comes would be there by now.
  expect(await keptTexts(page)).toBe('');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => keptTexts(page)).toContain('Ximena Lara');
  await end();
});

it('a page whose file was never fetched says without a connection that it cannot be shown, and comes once there is one', async () => {
  const { context, page, end } = await visit(site, desktop, await site.person(), {
    fetchesFiles: true,
    worker: true,
    mayBreak: true,
  });
  await go(page, '/dashboard');
  await go(page, '/classes');
  await page.getByRole('heading', { level: 1, name: 'Mis clases' }).waitFor();
  await route(page, '**/assets/store-page-*.js', (asked) => asked.abort());
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Tienda' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'No pudimos mostrar esto' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/store');
  // The frame stays, and leads elsewhere.
  await page.getByRole('link', { name: 'Mis clases' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Mis clases' }).waitFor();
  expect(loads).toBe(0);

  // With a connection the document is loaded, which knows the names that files have now: once by itself.
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await page.getByRole('link', { name: 'Tienda' }).first().click();
  await expect.poll(() => loads).toBe(1);
  await page.getByRole('heading', { level: 1, name: 'No pudimos mostrar esto' }).waitFor();
  await unroute(page, '**/assets/store-page-*.js');
  await tryAgain(page);
  await page.getByRole('heading', { level: 1, name: 'Tienda' }).waitFor();
  expect(loads).toBe(2);
  await end();
});

it('what is of the past on the screen is read again once the server answers another question', async () => {
  const student = await site.person();
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  const id = await insertClass(site.db, teacher, { title: 'Antes de la tormenta', startsAt });
  await insertSeats(site.db, id, student);
  const { page, end } = await visit(site, phone, student, { mayBreak: true });
  await go(page, '/classes');
  await expect.poll(() => keptAt(page, 'seats=mine')).toContain('Antes de la tormenta');
  for (const lost of ['**/api/classes?**', '**/healthz']) await route(page, lost, (asked) => asked.abort());
  await page.goto('/classes');
  const banner = page.getByText(/^Sin conexión\./);
  await banner.waitFor();
  await unroute(page, '**/healthz');
  await unroute(page, '**/api/classes?**');
  const again = page.waitForResponse((answer) => answer.url().includes('seats=mine') && answer.ok());
  // A tab that is left before it is answered has its request broken off.
  const another = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/classes?limit=20') && answer.ok(),
  );
  await page.getByRole('tab', { name: 'Próximas' }).click();
  await another;
  await page.getByRole('tab', { name: 'Mis lugares' }).click();
  await again;
  await banner.waitFor({ state: 'detached' });
  await end();
});

it('on a network that carries nothing, and behind a proxy without its server, a person soon finds what they saw last', async () => {
  const student = await site.person();
  const teacher = await site.person({ role: 'teacher', verified: true });
  const title = 'Bajo el puente';
  const startsAt = new Date(Date.now() + 26 * 3_600_000);
  await insertSeats(site.db, await insertClass(site.db, teacher, { title, startsAt }), student);
  const { page, end } = await visit(site, phone, student, { mayBreak: true });
  await go(page, '/classes');
  await expect.poll(() => keptAt(page, 'seats=mine')).toContain(title);
  await expect.poll(() => keptAt(page, 'account')).toContain(student.id);
  const banner = page.getByText(/^Sin conexión\./);
  const gateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
  const faults: Parameters<typeof route>[2][] = [() => {}, (asked) => asked.fulfill(gateway)];
  for (const fault of faults) {
    for (const lost of ['**/api/**', '**/healthz']) await route(page, lost, fault);
    await page.goto('/classes');
    const opened = performance.now();
    await banner.waitFor();
    await page.getByText(title).first().waitFor();
    expect(performance.now() - opened).toBeLessThan(12_000);
    await unroute(page, '**/healthz');
    await unroute(page, '**/api/**');
    await tryAgain(page);
    await banner.waitFor({ state: 'detached' });
  }
  await end();
});
