import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import type { Person } from '../../../testing/community.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { mailDue, personWithMail } from '../../../testing/stand-ins/notice-mail.ts';
import { recordPayment } from '../contract.ts';

/* What these tests guarantee: an administrator is asked for money in cash only as long as it is owed. */

let scene: PurchaseScene;
/** Who gets one letter a day, so that what another administrator did meanwhile comes before it. */
let other: Person;
beforeAll(async () => {
  scene = await purchaseScene('stripe');
  other = await personWithMail(scene.community, { role: 'admin' });
  // Without quiet hours: the tests run at any hour.
  const choices = { digest: true, quiet: null };
  await scene.community.request(other, 'PATCH', '/api/notifications/choices', choices);
});
afterAll(() => scene.close());

/** Learners whose class was cancelled after they had paid in cash. */
async function owedInCash(count: number): Promise<string[]> {
  const classId = await scene.newClass();
  const payments: string[] = [];
  for (let one = 0; one < count; one++) {
    const { id: personId } = await scene.community.person();
    const given = { personId, kind: 'single', classId, amountCents: 500, currency: 'MXN', method: 'cash' };
    payments.push((await answerOf(scene.recordByHand(given), recordPayment)).id);
  }
  const path = `/api/classes/${classId}/cancellation`;
  await scene.community.request(scene.teacher, 'POST', path, { reason: 'Se fue la luz.' });
  await scene.refund();
  return payments;
}

async function giveBack(paymentId: string): Promise<void> {
  const body = { method: 'cash', reason: 'Vino por él' };
  const path = `/api/payments/${paymentId}/given-back`;
  expect((await scene.community.request(scene.admin, 'POST', path, body)).status).toBe(200);
}

const asked = () => noticeKindsOf(scene.community, other, 'payments.give-back%');
const lettersOfNextDay = async () => {
  scene.afterDays(2);
  const sent = (await mailDue(scene.community)).filter(({ to }) => to === other.email);
  scene.afterDays(0);
  await sql`delete from notifications`.execute(scene.community.db);
  return sent.length;
};

it('giveBackOtherwise takes the request for that money back from the other administrators, bell and letter', async () => {
  const [paymentId = ''] = await owedInCash(1);
  expect(await asked()).toEqual(['payments.give-back-by-hand']);
  await giveBack(paymentId);
  expect(await asked()).toEqual([]);
  expect(await lettersOfNextDay()).toBe(0);
});

it('the administrators are asked for the money of one learner while it is owed, also where another one has theirs', async () => {
  const [[paid = ''], [owed = '']] = [await owedInCash(1), await owedInCash(1)];
  await giveBack(paid);
  expect(await asked()).toEqual(['payments.give-back-by-hand']);
  expect(await lettersOfNextDay()).toBe(1);
  await giveBack(owed);
});

it('the administrators are asked for the money of a class until its last learner has theirs', async () => {
  const [one = '', last = ''] = await owedInCash(2);
  await giveBack(one);
  expect(await asked()).toEqual(['payments.give-back-to-several']);
  await giveBack(last);
  expect(await asked()).toEqual([]);
  expect(await lettersOfNextDay()).toBe(0);
});
