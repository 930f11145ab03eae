import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { asked, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { paymentRefusals } from '../contract.ts';

const day = 24 * 60 * 60_000;

describe.each(sceneNames)('recordPayment with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('adds a month to the plan there is, and refuses one beside a subscription', async () => {
    scene.afterDays(0);
    const person = await scene.community.person();
    const admin = await scene.community.person({ role: 'admin' });
    const pay = (tier: string) =>
      asked<{ id: string; code: string }>(scene.community, admin, 'POST', '/api/payments/manual', {
        email: person.email,
        kind: 'membership',
        tier,
        amountCents: 1000,
        method: 'cash',
      });
    const first = await pay('basic');
    const second = await pay('basic');
    const { membership } = await scene.planOf(person);
    expect(new Date(membership?.endsAt ?? 0).getTime()).toBeGreaterThan(scene.start.getTime() + 55 * day);
    // Giving one back takes a month off.
    await asked(scene.community, admin, 'POST', `/api/payments/${second.said.id}/refund`, {
      reason: 'Error',
    });
    await scene.refund();
    const left = new Date((await scene.planOf(person)).membership?.endsAt ?? 0).getTime();
    expect(left).toBeLessThan(scene.start.getTime() + 35 * day);
    expect(await statusOf(scene.community, first.said.id)).toBe('completed');
    const subscriber = await scene.subscriber('basic');
    const refused = await asked<{ code: string }>(scene.community, admin, 'POST', '/api/payments/manual', {
      personId: subscriber.person.id,
      kind: 'membership',
      tier: 'basic',
      amountCents: 1000,
      method: 'cash',
    });
    expect([refused.status, refused.said.code]).toEqual([409, 'payments/cannot-be-given']);
  });
});

describe('recordPayment', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  afterAll(() => scene.close());

  const inCash = { kind: 'single', amountCents: 300, method: 'cash' };
  const record = (body: object, key?: string) =>
    scene.recordByHand({ ...inCash, ...body }, key ? { 'idempotency-key': key } : {});
  const recorded = (note: string) =>
    scene.community.db.selectFrom('payments').selectAll().where('note', '=', note).execute();

  it('records one payment for one key, also for two requests at once', async () => {
    const { id } = await scene.community.person();
    const given = { personId: id, note: 'Dos veces' };
    const [one, two] = await Promise.all([record(given, 'the-same-key'), record(given, 'the-same-key')]);
    expect(await one.json()).toEqual(await two.json());
    expect(await recorded('Dos veces')).toHaveLength(1);
  });

  it('finds the student by e-mail in any case, and refuses an unknown one', async () => {
    const { email } = await scene.community.person();
    expect((await record({ email: email.toUpperCase() })).status).toBe(200);
    await expect(record({ email: 'nadie@example.org' })).toBeRefused(paymentRefusals.noSuchPerson);
    await expect(record({ personId: crypto.randomUUID() })).toBeRefused(paymentRefusals.noSuchPerson);
  });

  it('refuses a payment that says too little, too much or something else', async () => {
    const { id: personId, email } = await scene.community.person();
    for (const wrong of [
      {},
      { personId, email },
      { personId, tier: 'vip' },
      { personId, kind: 'membership' },
      { personId, method: 'card' },
      { personId, amountCents: 0 },
    ]) {
      await expect(record(wrong), JSON.stringify(wrong)).toBeRefused(commonRefusals.badInput);
    }
  });

  it('takes neither the status, the provider nor the recorder from the browser', async () => {
    const { id } = await scene.community.person();
    await record({ personId: id, note: 'Colado', status: 'refunded', provider: 'stripe', recordedBy: id });
    expect(await recorded('Colado')).toMatchObject([
      { status: 'completed', provider: 'manual', recordedBy: scene.admin.id },
    ]);
  });

  it('gives the seat, shares the money with the teacher and writes the act down', async () => {
    const { id: personId, ...person } = await scene.community.person();
    const classId = await scene.newClass();
    const answer = await record({ personId, classId, amountCents: 1001, note: 'Con lugar' });
    expect(answer.status).toBe(200);
    const [payment] = await recorded('Con lugar');
    expect(payment).toMatchObject({
      title: 'Conversación en inglés',
      teacherId: scene.teacher.id,
      teacherShareCents: 700,
      platformShareCents: 301,
    });
    expect(await scene.seatOf(classId, { id: personId, ...person })).toEqual({
      heldUntil: null,
      paymentId: payment?.id,
    });
    const acts = await scene.community.db
      .selectFrom('auditLog')
      .select(['act', 'personId', 'detail'])
      .where('subject', '=', payment?.id ?? '')
      .execute();
    expect(acts).toMatchObject([
      { act: 'payments.record-payment', personId, detail: { amountCents: 1001, method: 'cash' } },
    ]);
  });

  it('records nothing for a seat that cannot be given, nor for a class that is not there', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    await scene.seatBuyer(classId);
    const { id: personId } = await scene.community.person();
    await expect(record({ personId, classId, note: 'Sin lugar' })).toBeRefused(paymentRefusals.cannotBeGiven);
    const nowhere = crypto.randomUUID();
    await expect(record({ personId, classId: nowhere, note: 'Sin lugar' })).toBeRefused(
      commonRefusals.notFound,
    );
    expect(await recorded('Sin lugar')).toEqual([]);
  });

  it('is for administrators alone', async () => {
    const student = await scene.community.person();
    for (const by of [student, scene.teacher]) {
      const answer = scene.recordByHand({ ...inCash, personId: student.id }, {}, by);
      await expect(answer).toBeRefused(commonRefusals.notAllowed);
    }
  });
});
