import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#server/testing/chromium.ts';
import { newSite, type Site } from '../src/testing/listen.ts';
import { accessibilityFaults, expectToFit, visit, widths } from './visit.ts';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), newSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

describe.each(widths)('at %i px', (width) => {
  it('a purchase takes its price once, shows in every open tab, and stands in the ledger', async () => {
    const person = await site.person({ coins: 150 });
    const { context, page, end } = await visit(browser, site, width, person);
    const ledger = await context.newPage();
    await ledger.goto('/coins');
    await ledger.getByText('Bono de bienvenida').waitFor();
    expect(await accessibilityFaults(ledger)).toEqual([]);
    await expectToFit(ledger);

    await page.goto('/store');
    await page.getByRole('button', { name: 'Comprar: Avatar personalizado' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await expectToFit(page);
    await page.getByRole('button', { name: 'Comprar: Avatar personalizado' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Confirma tu compra').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Comprar', exact: true }).dblclick();
    await page.getByText('¡Compra exitosa!').waitFor();
    await page.getByText('Pendiente').first().waitFor();
    const balance = async () =>
      (
        await site.db
          .selectFrom('wallets')
          .select('balance')
          .where('userId', '=', person.id)
          .executeTakeFirst()
      )?.balance;
    expect(await balance()).toBe(50);

    // The other tab was not touched.
    await ledger.getByText('Avatar personalizado').first().waitFor();
    await ledger.getByRole('main').getByText('50', { exact: true }).first().waitFor();
    await end();
  });

  it('whoever has too few coins is told how many are missing, and nothing is taken', async () => {
    const person = await site.person({ coins: 260 });
    const { page, end } = await visit(browser, site, width, person);
    await page.goto('/store');
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
    await end();
  });

  it('a visitor sees the catalogue and is asked to sign in to buy', async () => {
    const { page, end } = await visit(browser, site, width);
    await page.goto('/store');
    await page.getByRole('button', { name: 'Comprar: Material premium' }).click();
    await page.getByRole('dialog').getByText('Inicia sesión para comprar').waitFor();
    await end();
  });
});
