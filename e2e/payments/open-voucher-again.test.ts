import { afterAll, beforeAll, it } from 'vitest';
import { buySeat } from '#features/classes/contract.ts';
import { answerOf } from '../../src/testing/answers/answer-of.ts';
import { insertClass } from '../../src/testing/class-scene.ts';
import { newSite, type Site } from '../../src/testing/listen.ts';
import { expectWell, go, phone, visit } from '../visit.ts';

let site: Site;
beforeAll(async () => {
  site = await newSite();
});
afterAll(async () => {
  await site.close();
});

it('a voucher is opened again on a phone, from the list of payments and from the page of its own', async () => {
  const teacher = await site.person({ role: 'teacher', verified: true });
  const startsAt = new Date(Date.now() + 10 * 24 * 60 * 60_000);
  const classId = await insertClass(site.db, teacher, { startsAt, requiredTier: 'premium' });
  const person = await site.person();
  const buying = site.request(person, 'POST', `/api/classes/${classId}/seat-checkout`, {});
  const { paymentId } = await answerOf(buying, buySeat);
  await site.request(person, 'POST', `/api/payments/test/${paymentId}`, { outcome: 'voucher' });
  const { page, end } = await visit(site, phone, person);
  const see = page.getByRole('link', { name: 'Ver mi ficha' });
  for (const [path, text] of [
    ['/membership', 'Continuar'],
    [`/payments/${paymentId}`, 'Falta pagar en OXXO'],
  ] as const) {
    await go(page, path);
    await page.getByText(text, { exact: true }).waitFor();
    await see.scrollIntoViewIfNeeded();
    await expectWell(page, [phone]);
    await see.click();
    await page.getByRole('button', { name: 'Pagar la ficha en OXXO' }).waitFor();
  }
  await end();
});
