import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a purchase takes its price once, shows in every open tab, and stands in the ledger', async () => {
  const person = await site.person({ coins: 150 });
  const { context, page, end } = await visit(site, phone, person);
  const ledger = await context.newPage();
  await go(ledger, '/coins');
  await ledger.getByText('Bono de bienvenida').waitFor();
  await expectWell(ledger);

  await go(page, '/store');
  await page.getByRole('button', { name: 'Comprar: Avatar personalizado' }).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Comprar: Avatar personalizado' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Confirma tu compra').waitFor();
  await expectWell(page);
  await dialog.getByRole('button', { name: 'Comprar', exact: true }).dblclick();
  await page.getByText('¡Compra exitosa!').waitFor();
  await page.getByText('Pendiente').first().waitFor();
  const balance = async () =>
    (await site.db.selectFrom('wallets').select('balance').where('userId', '=', person.id).executeTakeFirst())
      ?.balance;
  expect(await balance()).toBe(50);

  // The other tab was not touched.
  await ledger.getByText('Avatar personalizado').first().waitFor();
  await ledger.getByRole('main').getByText('50', { exact: true }).first().waitFor();
  await end();
});

it('a member whose address is not proved reads above their coins that practice waits for it, and has the letter sent', async () => {
  const withLetters = await newSite({ mail: 'sent' });
  const { db } = withLetters;
  const person = await withLetters.person({ coins: 20 });
  await db.updateTable('users').set({ emailVerified: false }).where('id', '=', person.id).execute();
  const { page, end } = await visit(withLetters, phone, person);
  await go(page, '/coins');
  const said = page
    .getByRole('main')
    .getByRole('note')
    .filter({ hasText: 'Confirma tu correo para que tu práctica dé sumicoins' });
  const confirm = said.getByRole('button', { name: 'Confirmar' });
  await confirm.waitFor();
  await expectWell(page);
  await confirm.click();
  await expect
    .poll(async () => (await withLetters.letters()).filter(({ to }) => to === person.email).length)
    .toBe(1);
  await end();
  await withLetters.close();
});

it('a member with too few coins is told how many are missing, and nothing is taken', async () => {
  const person = await site.person({ coins: 260 });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/store');
  const goal = page.getByRole('progressbar', { name: 'Tu próxima meta: Material premium' });
  await expect.poll(() => goal.getAttribute('aria-valuenow')).toBe('260');
  await page.getByText('260 de 300').waitFor();
  await expectWell(page);
  await page.getByText('Te faltan 40').first().waitFor();
  await page.getByRole('button', { name: 'Comprar: Material premium' }).click();
  await page.getByRole('dialog').getByText('Sumicoins insuficientes').waitFor();
  await page
    .getByRole('dialog')
    .getByText(/faltan 40/)
    .first()
    .waitFor();
  const orders = await site.db.selectFrom('orders').select('id').where('userId', '=', person.id).execute();
  expect(orders).toEqual([]);
  // The way to earn more by an invitation leads to its card, which is on another page and may be far down it.
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Invita a alguien/ })
    .click();
  await page.waitForURL('**/coins#invite');
  const copy = page.locator('#invite').getByRole('button').first();
  const isInSight = () =>
    copy.evaluate((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    });
  await expect.poll(isInSight).toBe(true);

  // Coins move, so the page reads everything of them again: that one answer fails takes no link away.
  let reads = 0;
  await route(page, '**/api/coins/referral', (asked) => {
    reads += 1;
    return asked.fulfill({ status: 403, json: { code: 'x/y', message: '', requestId: 'r-1' } });
  });
  await site.request(person, 'POST', '/api/store/orders', { itemId: 'custom-avatar' });
  await expect.poll(() => reads).toBeGreaterThan(0);
  await page.getByRole('main').getByText('Avatar personalizado').first().waitFor();
  await expect.poll(isInSight).toBe(true);
  await end();
});

it('a member whose balance cannot be read is told so in place of it, and buys all the same', async () => {
  const person = await site.person({ coins: 150 });
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  const bug = { code: 'http/broken', message: '', requestId: 'abc-123' };
  await route(page, '**/api/coins/wallet', (asked) => asked.fulfill({ status: 500, json: bug }));
  await go(page, '/store');
  await page.getByRole('main').getByText('No pudimos leer tu saldo').waitFor();
  await page.getByRole('banner').getByText('–', { exact: true }).waitFor();
  await expectWell(page);
  await page.getByRole('button', { name: 'Comprar: Avatar personalizado' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirma tu compra' });
  await dialog.getByText('Precio').waitFor();
  await expect.poll(() => dialog.getByText(/Tu saldo|Te quedan/).count()).toBe(0);
  await expect.poll(() => page.locator('.mantine-Skeleton-root').filter({ visible: true }).count()).toBe(0);
  await expectWell(page);
  await unroute(page, '**/api/coins/wallet');
  await dialog.getByRole('button', { name: 'Comprar', exact: true }).click();
  await page.getByText('¡Compra exitosa!').waitFor();
  await page.getByRole('main').getByText('50', { exact: true }).first().waitFor();
  await end();
});

it('a member who left the store before the purchase failed is told so where they are', async () => {
  const person = await site.person({ coins: 150 });
  const { page, end } = await visit(site, phone, person, { mayBreak: true });
  const isLeft = Promise.withResolvers<void>();
  await route(page, '**/api/store/orders', async (asked) => {
    if (asked.method === 'GET') return asked.fallback();
    await isLeft.promise;
    await asked.abort();
  });
  await go(page, '/store');
  await page.getByRole('button', { name: 'Comprar: Avatar personalizado' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Comprar', exact: true }).click();
  await go(page, '/ranking');
  await dialog.waitFor({ state: 'detached' });
  await seeToast(page, 'No pudimos terminar lo que pediste', async () => isLeft.resolve());
  await end();
});

it('a visitor sees the catalogue by category and is asked to sign in to buy', async () => {
  const { page, end } = await visit(site, phone);
  await go(page, '/store');
  for (const [category, items] of [
    [
      'Clases privadas',
      ['Clase privada de 30 minutos', 'Clase privada de 60 minutos', 'Paquete de 5 clases'],
    ],
    ['Certificados', ['Certificado de nivel']],
    ['Material', ['Material premium']],
    ['Tu perfil', ['Avatar personalizado', 'Escudo de racha']],
  ] as const) {
    const shelf = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: category }) });
    for (const item of items) await shelf.getByRole('button', { name: `Comprar: ${item}` }).waitFor();
    await expect.poll(() => shelf.getByRole('button', { name: /^Comprar: / }).count()).toBe(items.length);
  }
  await page.getByRole('button', { name: 'Comprar: Material premium' }).click();
  await page.getByRole('dialog').getByText('Inicia sesión para comprar').waitFor();
  await end();
});
