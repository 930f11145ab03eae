import { afterAll, beforeAll, expect, it } from 'vitest';
import { scheduleClass } from '#features/classes/contract.ts';
import { buyMembership } from '#features/memberships/contract.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { seeFailureToast, seeToast } from '../failure-toast.ts';
import { route, unroute } from '../route.ts';
import { desktop, expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('an administrator notes how the money of a failed refund was given back, and the student reads it', async () => {
  const admin = await site.person({ role: 'admin' });
  const buyer = await site.person({ name: 'Rosa Tarjeta' });
  const { paymentId } = await answerOf(
    site.request(buyer, 'POST', '/api/memberships/mine/checkout', { tier: 'basic' }),
    buyMembership,
  );
  await site.request(buyer, 'POST', `/api/payments/test/${paymentId}`, { outcome: 'paid' });
  await site.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' });
  for (const handler of paymentJobs(site.providers).handlers ?? []) await site.runDue(handler);
  // The bank of the student did not take it, as the provider told later.
  await site.db.deleteFrom('testRefunds').execute();
  await site.db
    .updateTable('payments')
    .set({ refundFailedAt: new Date() })
    .where('id', '=', paymentId)
    .execute();

  const student = await visit(site, phone, buyer);
  await go(student.page, `/payments/${paymentId}`);
  await student.page.getByText('Todavía te debemos este pago').waitFor();
  await expectWell(student.page, [phone]);
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin');
  await page.getByRole('link', { name: /1\s*pago que tienes que devolver tú/ }).click();
  await page.waitForURL('**/admin/payments?status=owed-back');
  const row = page.getByRole('row').filter({ hasText: 'Rosa Tarjeta' });
  await row.getByText('Por devolver').waitFor();
  await page
    .locator('dl > div')
    .filter({ hasText: 'Por devolver' })
    .getByText(/^\$10\.00/)
    .waitFor();
  await expectWell(page);
  await row.getByRole('button', { name: /^Acciones: / }).click();
  await page.getByRole('menuitem', { name: 'Ya lo devolví de otra forma' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devuelto de otra forma' });
  await dialog.getByText(/La devolución de \$10\.00\sUSD a Rosa Tarjeta no llegó/).waitFor();
  await dialog.getByLabel('Cómo lo devolviste').selectOption('Transferencia');
  const note = () => dialog.getByRole('button', { name: 'Anotar la devolución' }).click();
  await note();
  await dialog.getByText('Escribe el motivo.').waitFor();
  await expectWell(page);
  await dialog.getByLabel('Motivo').fill('Cerró su tarjeta');
  await seeFailureToast(page, { of: '**/given-back', says: 'No se pudo anotar la devolución' }, note);
  await note();
  await page.getByText('Devolución anotada').waitFor();
  await page.getByText('No hay pagos').waitFor();
  await go(page, '/admin/payments?search=rosa+tarjeta');
  await row.getByText(/^Devuelto por transferencia el .* · Cerró su tarjeta$/).waitFor();
  await expect.poll(() => row.getByRole('button', { name: /^Acciones: / }).count()).toBe(0);
  await expectWell(page);
  await end();
  // The page of the student changes where it stands.
  await student.page.getByRole('status').getByText('Te devolvimos este pago').waitFor();
  await student.page.getByText(/^Devuelto por transferencia el /).waitFor();
  await student.end();
});

it('an administrator sees to whom a cancelled class owes cash, and notes that they gave it back', async () => {
  const admin = await site.person({ role: 'admin' });
  const payer = await site.person({ name: 'Paco Efectivo' });
  const { id: classId } = await answerOf(
    site.request(admin, 'POST', '/api/classes', {
      title: 'Taller de acentos',
      description: 'Con juegos.',
      date: '2099-03-02',
      time: '18:00',
      requiredTier: 'premium',
    }),
    scheduleClass,
  );
  const recorded = await site.request(admin, 'POST', '/api/payments/manual', {
    personId: payer.id,
    kind: 'single',
    classId,
    amountCents: 500,
    method: 'transfer',
  });
  expect(recorded.status).toBe(200);
  await site.request(admin, 'POST', `/api/classes/${classId}/cancellation`, { reason: 'Me enfermé' });
  for (const handler of paymentJobs(site.providers).handlers ?? []) await site.runDue(handler);

  const { page, end } = await visit(site, phone, admin);
  await go(page, '/admin');
  await page.getByRole('link', { name: /1\s*pago que tienes que devolver tú/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Paco Efectivo' });
  await row.getByText('Por devolver').waitFor();
  await row.getByRole('button', { name: /^Acciones: / }).click();
  await page.getByRole('menuitem', { name: 'Ya lo devolví' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dinero devuelto' });
  await dialog.getByText(/Anota aquí que ya le devolviste \$5\.00\sUSD a Paco Efectivo/).waitFor();
  await expect.poll(() => dialog.getByLabel('Cómo lo devolviste').inputValue()).toBe('transfer');
  await expectWell(page, [phone]);
  await dialog.getByRole('button', { name: 'Anotar la devolución' }).click();
  await page.getByText('Devolución anotada').waitFor();
  await page.getByText('No hay pagos').waitFor();
  await go(page, '/admin/payments?search=paco');
  await row.getByText(/^Devuelto por transferencia el [^·]*$/).waitFor();
  await end();
});

it('the refund of a payment in cash says that the administrator gives the money', async () => {
  const admin = await site.person({ role: 'admin' });
  const payer = await site.person({ name: 'Lola Efectivo' });
  const given = { kind: 'membership', tier: 'basic', amountCents: 1000, method: 'cash' };
  await site.request(admin, 'POST', '/api/payments/manual', { ...given, personId: payer.id });
  const { page, end } = await visit(site, desktop, admin);
  await go(page, '/admin/payments?search=lola');
  await page.getByRole('button', { name: /^Acciones: / }).click();
  await page.getByRole('menuitem', { name: 'Devolver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devolver un pago' });
  await dialog.getByText(/El dinero se lo das tú, en efectivo o por transferencia\.$/).waitFor();
  await dialog.getByLabel('Motivo').fill('Se mudó');
  await dialog.getByRole('button', { name: 'Devolver el pago' }).click();
  await page.getByText('Pago devuelto').waitFor();
  await end();
});

it('an administrator who has left the payments before a refund was answered is told the outcome where they are', async () => {
  const admin = await site.person({ role: 'admin' });
  const payer = await site.person({ name: 'Tere Transferencia' });
  const given = { kind: 'membership', tier: 'basic', amountCents: 1000, method: 'transfer' };
  await site.request(admin, 'POST', '/api/payments/manual', { ...given, personId: payer.id });
  const { page, end } = await visit(site, desktop, admin, { mayBreak: true });

  const refundAndLeave = async (says: string, answered: 'abort' | 'fallback') => {
    const isLeft = Promise.withResolvers<void>();
    await route(page, '**/refund', async (asked) => {
      await isLeft.promise;
      await asked[answered]();
    });
    await go(page, '/admin/payments?search=tere');
    await page.getByRole('button', { name: /^Acciones: / }).click();
    await page.getByRole('menuitem', { name: 'Devolver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Devolver un pago' });
    await dialog.getByLabel('Motivo').fill('Se mudó');
    await dialog.getByRole('button', { name: 'Devolver el pago' }).click();
    await go(page, '/admin');
    await dialog.waitFor({ state: 'detached' });
    await seeToast(page, says, async () => isLeft.resolve());
    await unroute(page, '**/refund');
  };
  await refundAndLeave('No se pudo devolver el pago', 'abort');
  await refundAndLeave('Pago devuelto', 'fallback');
  await end();
});
