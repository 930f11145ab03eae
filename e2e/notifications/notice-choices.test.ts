import { setTimeout as sleep } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushNotices } from '#features/notifications/delivery/push-notices.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Person } from '../../src/testing/community.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { goodPassword, personWithPassword } from '../../src/testing/sign-in.ts';
import { mailDue, personWithMail } from '../../src/testing/stand-ins/notice-mail.ts';
import { pushServer, testPush } from '../../src/testing/stand-ins/push-server.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, tryAgain, visit } from '../visit.ts';
import { standInForIphone, standInForPush } from './stand-in-for-push.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

const storedOf = (userId: string) => async () => {
  const row = await site.db
    .selectFrom('noticeSettings')
    .select(['chosen', 'quietFrom', 'quietUntil', 'digest'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
};

it('a member chooses what reaches them by mail, and in which hours nothing does', async () => {
  const person = await personWithMail(site);
  const stored = storedOf(person.id);
  const { page, end } = await visit(site, phone, person);
  await go(page, '/notifications');
  await page.getByRole('link', { name: 'Elegir qué me llega' }).click();
  await page.getByRole('heading', { name: 'Qué avisos te llegan' }).waitFor();
  await expectWell(page);
  await page.getByRole('switch', { name: 'Pagos, planes y pedidos Correo' }).press('Space');
  await expect.poll(stored).toMatchObject({ chosen: { 'money:email': false } });
  await page.getByRole('switch', { name: 'Un correo al día' }).click();
  await expect.poll(stored).toMatchObject({ digest: true });
  await page.getByLabel('Hasta las').selectOption('9');
  await expect.poll(stored).toMatchObject({ quietFrom: 22, quietUntil: 9 });
  await page.getByRole('switch', { name: 'Que no me escriban de noche' }).click();
  await expect.poll(stored).toMatchObject({ quietFrom: null, quietUntil: null });
  await page.getByLabel('Hasta las').waitFor({ state: 'detached' });
  await end();
});

it('two choices that a member changes quickly without a connection are each taken back, and neither with the other', async () => {
  const person = await personWithMail(site);
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  await go(page, '/notifications/choices');
  const money = page.getByRole('switch', { name: 'Pagos, planes y pedidos Correo' });
  const digest = page.getByRole('switch', { name: 'Un correo al día' });
  await expect.poll(() => money.isChecked()).toBe(true);
  const failures: (() => void)[] = [];
  // The choices cannot be read again either.
  await route(page, '**/api/notifications/choices', async (asked) => {
    if (asked.method === 'PATCH') await new Promise<void>((resolve) => failures.push(resolve));
    await asked.abort();
  });
  await money.press('Space');
  await digest.click();
  await expect.poll(() => money.isChecked()).toBe(false);
  await expect.poll(() => digest.isChecked()).toBe(true);
  await expect.poll(() => failures.length).toBe(1);
  failures[0]?.();
  await expect.poll(() => money.isChecked()).toBe(true);
  // The second one is sent after the first, and shows meanwhile.
  await expect.poll(() => failures.length).toBe(2);
  await expect.poll(() => digest.isChecked()).toBe(true);
  failures[1]?.();
  await expect.poll(() => digest.isChecked()).toBe(false);
  await expect.poll(() => money.isChecked()).toBe(true);
  await end();
});

it('a visitor stops the letters of a kind by the link of one, and looking alone stops nothing', async () => {
  const person = await personWithMail(site);
  await notify(await site.ctxFor(), {
    to: [person.id],
    kind: 'classes.removed',
    detail: { title: 'Club de viajes', startsAt: new Date(Date.now() + 60_000).toISOString() },
  });
  const letter = (await mailDue(site)).find(({ to }) => to === person.email);
  const path = /\/unsubscribe#\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  const { page, end } = await visit(site, phone, null);
  await go(page, path);
  await page.getByText('Dejaremos de escribirte sobre: Cambios en mis clases.').waitFor();
  await expectWell(page);
  expect(await storedOf(person.id)()).toBeNull();
  const busy = { status: 429, json: { code: 'http/too-many', message: '', requestId: 'r-1' } };
  await route(page, '**/api/notifications/unsubscribe/*', (asked) => asked.fulfill(busy));
  await page.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await page.getByRole('alert').filter({ hasText: 'Demasiados intentos' }).waitFor();
  await unroute(page, '**/api/notifications/unsubscribe/*');
  await page.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await page.getByRole('heading', { name: 'Listo, ya no te llegarán' }).waitFor();
  await expect.poll(storedOf(person.id)).toMatchObject({ chosen: { 'classes:email': false } });
  await end();
});

it('the guardian of a kid stops letters about their classes by the link of one', async () => {
  const kid = await site.person({ ageGroup: 'kid', name: 'Lía Prado' });
  const guardian = 'mama.de.lia@example.org';
  const consent = { userId: kid.id, address: guardian, addressProved: true };
  const at = new Date();
  await site.db
    .insertInto('guardianConsents')
    .values({ ...consent, askedAt: at, givenAt: at })
    .execute();
  await notify(await site.ctxFor(), {
    to: [kid.id],
    kind: 'classes.cancelled',
    detail: { title: 'Cuentos', startsAt: new Date(Date.now() + 60_000).toISOString() },
  });
  const letter = (await mailDue(site)).find(({ to }) => to === guardian);
  const path = /\/unsubscribe#\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  const { page, end } = await visit(site, phone, null);
  await go(page, path);
  await page.getByText('En la cuenta de quien cuidas se siguen viendo.').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Elegir qué me llega' }).count()).toBe(0);
  await expectWell(page);
  await page.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await page.getByText('Quien cuidas los sigue viendo en Sumi.').waitFor();
  await expectWell(page);
  await expect.poll(storedOf(kid.id)).toMatchObject({ chosen: { 'classes:guardian': false } });
  await end();
});

it('a member turns push messages on by a tap, tries them, is told when the server does not know their device, and turns them off', async () => {
  const server = await pushServer();
  const person = await personWithMail(site);
  const { context, end } = await visit(site, 390, person, { mayBreak: true });
  // A page of its own, because later visits use the first one again.
  const page = await context.newPage();
  await standInForPush(page, server.device('telephone'));
  await go(page, '/notifications/choices');
  await page.getByRole('button', { name: 'Activar en este dispositivo' }).click();
  await page.getByText('Este dispositivo recibe tus avisos.').waitFor();
  // Only with a device is there something to choose for one.
  await page.getByRole('switch', { name: 'La comunidad Dispositivo' }).press('Space');
  await expect.poll(storedOf(person.id)).toMatchObject({ chosen: { 'community:push': true } });
  await expectWell(page, [390]);
  await page.getByRole('button', { name: 'Enviar una prueba' }).click();
  await expect
    .poll(async () => {
      await site.runDue(pushNotices(testPush));
      return server.taken.map(({ message }) => message.body);
    })
    .toEqual(['¡Funciona! Así te llegarán los avisos de Sumi.']);
  // The push service no longer knew the device, and the server forgot it: the page says so and sends it there again.
  const known = () => site.db.selectFrom('pushSubscriptions').select('userId').execute();
  await site.db.deleteFrom('pushSubscriptions').execute();
  await page.getByRole('button', { name: 'Enviar una prueba' }).click();
  await page.getByText('No se pudo enviar la prueba').waitFor();
  await expect.poll(known).toEqual([{ userId: person.id }]);
  // Another tab sends the subscription again, and the server fails; on a slow network it sends it once more while this
  // one turns it off.
  const other = await context.newPage();
  await standInForPush(other, server.device('telephone'));
  let isBroken = true;
  const { promise: sentAgain, resolve: sends } = Promise.withResolvers<void>();
  await route(other, '**/api/notifications/devices', async (request) => {
    if (isBroken)
      return request.fulfill({ status: 500, json: { code: 'http/broken', message: '', requestId: 'r-1' } });
    sends();
    await sleep(1000);
    return request.fallback();
  });
  await other.goto('/notifications/choices');
  const unknown = 'No se pudo saber si este dispositivo recibe tus avisos';
  await other.getByRole('heading', { name: unknown }).waitFor();
  isBroken = false;
  await tryAgain(other.getByRole('alert').filter({ hasText: unknown }));
  await sentAgain;
  await page.getByRole('button', { name: 'Desactivar aquí' }).click();
  await page.getByRole('button', { name: 'Activar en este dispositivo' }).waitFor();
  await other.getByRole('button', { name: 'Desactivar aquí' }).waitFor();
  await page.getByText('Activa los avisos en un dispositivo para elegir lo que le llega.').waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'La comunidad Dispositivo' }).count()).toBe(0);
  const devices = await site.db.selectFrom('pushSubscriptions').selectAll().execute();
  expect(devices).toEqual([]);
  await server.close();
  await page.close();
  await end();
});

it('push messages are on again for a member who signs in again, and not for another one on the same device', async () => {
  const server = await pushServer();
  const [ana, eva] = [await personWithPassword(site), await personWithPassword(site)];
  const { context, end } = await visit(site, phone);
  const page = await context.newPage();
  const device = server.device('shared');
  await standInForPush(page, device);
  const ownerOf = async () => {
    const query = site.db.selectFrom('pushSubscriptions').select('userId');
    return (await query.where('endpoint', '=', device.endpoint).executeTakeFirst())?.userId ?? null;
  };
  const signIn = async ({ email }: Person) => {
    await page.goto('/auth');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel(/^Contraseña/).fill(goodPassword);
    await page.locator('form').getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL('**/feed');
  };
  const signOut = async () => {
    await go(page, '/profile');
    await page.getByRole('button', { name: 'Tu cuenta' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await expect.poll(() => page.url()).toBe(`${site.url}/`);
    expect(await ownerOf()).toBeNull();
  };
  await signIn(ana);
  await go(page, '/notifications/choices');
  await page.getByRole('button', { name: 'Activar en este dispositivo' }).click();
  await page.getByText('Este dispositivo recibe tus avisos.').waitFor();
  expect(await ownerOf()).toBe(ana.id);
  await page.evaluate(() => localStorage.setItem('shown', 'Tu clase con Inés empieza a las 18:00'));
  await signOut();
  // What the device shows of her goes with her.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shown'))).toBeNull();

  await signIn(eva);
  // Where her browser would ask, it asks when the page is at rest, as the file that the frame loads then shows.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/device-push-')),
  );
  await go(page, '/notifications/choices');
  await page.getByRole('button', { name: 'Activar en este dispositivo' }).waitFor();
  expect(await ownerOf()).toBeNull();
  await signOut();

  await signIn(ana);
  await expect.poll(ownerOf).toBe(ana.id);
  // Her session ends by itself.
  await site.db.deleteFrom('sessions').where('userId', '=', ana.id).execute();
  expect(await ownerOf()).toBeNull();
  await signIn(ana);
  await expect.poll(ownerOf).toBe(ana.id);
  // Turned off there, it stays off.
  await go(page, '/notifications/choices');
  await page.getByRole('button', { name: 'Desactivar aquí' }).click();
  await page.getByRole('button', { name: 'Activar en este dispositivo' }).waitFor();
  await signOut();
  await signIn(ana);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/device-push-')),
  );
  await go(page, '/notifications/choices');
  await page.getByRole('button', { name: 'Activar en este dispositivo' }).waitFor();
  expect(await ownerOf()).toBeNull();
  await server.close();
  await page.close();
  await end();
});

it('the worker that shows push messages is served as a script that asks this site alone', async () => {
  const answer = await fetch(`${site.url}/worker.js`);
  expect(answer.headers.get('content-type')).toContain('javascript');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  expect(await answer.text()).toContain('showNotification');
});

it('the worker shows a message under the id of its notice, and a tap on it leads to the place', async () => {
  const shown: unknown[] = [];
  const opened: string[] = [];
  const happen = await startWorker({
    location: { origin: 'https://sumi.example' },
    registration: { showNotification: async (...notification: unknown[]) => void shown.push(notification) },
    clients: { matchAll: async () => [], openWindow: async (address: string) => void opened.push(address) },
  });
  const message = { id: 'n1', title: 'Sumi', body: 'Se canceló', link: '/classes?class=1', lang: 'es' };
  await happen('push', { data: { json: () => message } });
  const data = { link: message.link };
  expect(shown).toEqual([['Sumi', { body: 'Se canceló', lang: 'es', tag: 'n1', data }]]);
  const tapOn = (link: string) =>
    happen('notificationclick', { notification: { close: () => {}, data: { link } } });
  await tapOn('/classes?class=1');
  await tapOn('https://elsewhere.example/');
  await tapOn('//elsewhere.example/');
  expect(opened).toEqual(['https://sumi.example/classes?class=1']);
});

it('the worker sends the new address of a browser for the person who turned push messages on, in their session alone', async () => {
  const server = await pushServer();
  const [ana, eva] = [await site.person(), await site.person()];
  const device = server.device('renewed');
  let signedIn: Person | null = ana;
  let subscribedWith = '';
  const happen = await startWorker(
    {
      registration: {
        pushManager: {
          subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
            subscribedWith = applicationServerKey;
            return { toJSON: () => device };
          },
        },
      },
    },
    {
      caches: {
        match: async (address: string, { cacheName }: { cacheName: string }) =>
          address === '/device-owner' && cacheName === 'sumi-device' ? new Response(ana.id) : undefined,
      },
      fetch: (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) =>
        site.request(signedIn, method, path, body && JSON.parse(body)),
    },
  );
  const owners = async () => {
    const query = site.db.selectFrom('pushSubscriptions').select('userId');
    return (await query.where('endpoint', '=', device.endpoint).execute()).map(({ userId }) => userId);
  };
  for (const person of [null, eva]) {
    signedIn = person;
    await happen('pushsubscriptionchange', {});
    expect(await owners()).toEqual([]);
  }
  signedIn = ana;
  await happen('pushsubscriptionchange', {});
  expect(await owners()).toEqual([ana.id]);
  expect(subscribedWith).toBe(testPush.publicKey);
  await server.close();
});

type WorkerEvent = { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>;

/** Runs the worker as it is served; answers how to have an event happen in it, which resolves once its work is done. */
async function startWorker(self: object, globals: object = {}) {
  const listeners: Record<string, (event: WorkerEvent) => void> = {};
  const addEventListener = (name: string, act: (event: WorkerEvent) => void) => {
    listeners[name] = act;
  };
  const script = await (await fetch(`${site.url}/worker.js`)).text();
  runInNewContext(script, { self: { ...self, addEventListener }, URL, ...globals });
  return async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners[name]?.({ ...event, waitUntil: (given) => (work = given) });
    await work;
  };
}

it('an owner of an iPhone reads to install Sumi first, before anything is asked', async () => {
  const { context, end } = await visit(site, 390, await personWithMail(site));
  const page = await context.newPage();
  await standInForIphone(page);
  await go(page, '/notifications/choices');
  await page.getByText('En el iPhone y el iPad, primero instala Sumi').waitFor();
  await page.close();
  await end();
});

it('a kid reads that letters are for adults, and has nothing to choose', async () => {
  const kid = await site.person({ ageGroup: 'kid' });
  const { page, end } = await visit(site, 390, kid);
  await go(page, '/notifications/choices');
  await page
    .getByText(
      'Los correos y los avisos en dispositivos son para personas adultas. Tus avisos están en la campana.',
    )
    .waitFor();
  await expect.poll(() => page.getByRole('switch').count()).toBe(0);
  await end();
});
