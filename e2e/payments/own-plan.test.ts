import { afterAll, beforeAll, expect, it } from 'vitest';
import { buyMembership } from '#features/memberships/contract.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a member who moves to a lower plan confirms its new price, where it changed while the dialog asked', async () => {
  const person = await site.person();
  const buying = site.request(person, 'POST', '/api/memberships/mine/checkout', { tier: 'vip' });
  const { paymentId } = await answerOf(buying, buyMembership);
  await site.request(person, 'POST', `/api/payments/test/${paymentId}`, { outcome: 'paid' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/membership');
  await page.getByRole('button', { name: 'Pasarme a este: Premium' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar de plan' });
  await dialog.getByText(/de \$20\.00\sUSD al mes/).waitFor();
  // Without the hint that an open page reads prices again for.
  await site.db.updateTable('plans').set({ priceCents: 2200 }).where('tier', '=', 'premium').execute();
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await dialog.getByText('El precio cambió hace un momento. Mira el nuevo y confirma.').waitFor();
  await dialog.getByText(/de \$22\.00\sUSD al mes/).waitFor();
  await expectWell(page, [phone]);
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await page.getByText(/pasas al plan Premium\.$/).waitFor();
  await site.db.updateTable('plans').set({ priceCents: 2000 }).where('tier', '=', 'premium').execute();
  await end();
});

it('a member reads the days, the payer and the number of a paid plan on the page of its payment, from their payments', async () => {
  const person = await site.person({ name: 'Lucía Mar' });
  const buying = site.request(person, 'POST', '/api/memberships/mine/checkout', { tier: 'premium' });
  const { paymentId } = await answerOf(buying, buyMembership);
  await site.request(person, 'POST', `/api/payments/test/${paymentId}`, { outcome: 'paid' });
  const { page, end } = await visit(site, phone, person);
  await go(page, '/membership');
  const period = page.getByText(/^Del \d+ .+ al \d+ .+$/);
  await period.waitFor();
  await page.getByRole('link', { name: 'Plan Premium' }).click();
  await page.getByText(paymentId).waitFor();
  await page.getByRole('definition').filter({ hasText: 'Lucía Mar' }).waitFor();
  await period.waitFor();
  await expectWell(page);
  await end();
});

it('the page of a payment is printed as a receipt: the payment alone, dark letters on white, and whose it is', async () => {
  const person = await site.person({ name: 'Lucía Mar' });
  const buying = site.request(person, 'POST', '/api/memberships/mine/checkout', { tier: 'premium' });
  const { paymentId } = await answerOf(buying, buyMembership);
  await site.request(person, 'POST', `/api/payments/test/${paymentId}`, { outcome: 'paid' });
  const { page, end } = await visit(site, phone, person);
  await page.emulateMedia({ colorScheme: 'dark' });
  await go(page, `/payments/${paymentId}`);
  // A browser without a printer: what it shows while the page is printed stays until `afterprint`.
  await page.evaluate(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  });
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  const host = page.getByText(new URL(site.url).host, { exact: true });
  await expect.poll(scheme).toBe('dark');
  await expect.poll(() => host.isVisible()).toBe(false);
  const print = page.getByRole('button', { name: 'Guardar o imprimir el comprobante' });
  await print.click();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(scheme).toBe('light');
  await host.waitFor();
  await page.getByText(paymentId).waitFor();
  for (const gone of [print, page.getByRole('banner'), page.getByRole('contentinfo')])
    await expect.poll(() => gone.isVisible()).toBe(false);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(scheme).toBe('dark');
  await end();
});
