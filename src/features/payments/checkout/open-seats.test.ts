import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buySeat } from '#features/classes/seats/buy-seat.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Person } from '../../../testing/community.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { paymentRefusals } from '../contract.ts';
import { mostOpenSeats } from '../rules.ts';

/* What these tests guarantee: a student holds at most three seats by checkouts that are not paid, however fast they ask
 * and however they pay. */

let scene: PurchaseScene;
let student: Person;
let classes: string[];
beforeAll(async () => {
  scene = await purchaseScene('test', { poolSize: 40 });
});
beforeEach(async () => {
  scene.afterDays(0);
  student = await scene.community.person();
  classes = await Promise.all(Array.from({ length: 6 }, () => scene.newClass()));
});
afterAll(() => scene.close());

const buy = (n: number, person = student) => scene.askForSeat(person, classes[n] ?? '');
const begin = async (count: number) => {
  const ids = [];
  for (let n = 0; n < count; n++) ids.push((await scene.buySeat(student, classes[n] ?? '')).paymentId);
  return ids;
};
const refusedAt = (n: number, detail?: { most: number }) =>
  expect(buy(n)).toBeRefused(paymentRefusals.tooManyOpen, detail);
async function seatsHeld({ id } = student): Promise<number> {
  const held = await scene.community.db
    .selectFrom('classEnrollments')
    .select('classId')
    .where('userId', '=', id)
    .where('heldUntil', 'is not', null)
    .execute();
  return held.length;
}

describe('startCheckout of a seat', () => {
  it('is refused beside three that are open, holds nothing, and the answer says how many may be', async () => {
    const [first = ''] = await begin(mostOpenSeats);
    await refusedAt(3, { most: mostOpenSeats });
    expect(await seatsHeld()).toBe(mostOpenSeats);
    // Asked again, an open one is the same checkout, and another student and a plan are not affected.
    expect((await scene.buySeat(student, classes[0] ?? '')).paymentId).toBe(first);
    expect((await buy(3, await scene.community.person())).status).toBe(200);
    expect((await scene.askForPlan(student, 'basic')).status).toBe(200);
  });

  it('begins once one of them is paid, given up or over', async () => {
    const [paid = '', dropped = ''] = await begin(mostOpenSeats);
    await scene.pay(paid);
    expect((await buy(3)).status).toBe(200);
    await refusedAt(4);
    await scene.community.request(student, 'POST', `/api/payments/${dropped}/drop`, {});
    expect((await buy(4)).status).toBe(200);
    await refusedAt(5);
    scene.afterMinutes(31);
    expect((await buy(5)).status).toBe(200);
  });

  it('counts a voucher for as long as it holds its seat, and not once it is given up or over', async () => {
    const ids = await begin(mostOpenSeats);
    for (const id of ids) {
      await scene.outside.takeVoucher(await scene.refOf(id), scene.at(3 * 24 * 60));
      await scene.deliverWebhook(id);
    }
    scene.afterDays(2);
    await refusedAt(3);
    await scene.community.request(student, 'POST', `/api/payments/${ids[0]}/drop`, {});
    expect((await buy(3)).status).toBe(200);
    scene.afterDays(5);
    for (const n of [4, 5]) expect((await buy(n)).status).toBe(200);
  });
});

/** One student begins to pay for six seats: each checkout has counted the open ones before one of them is written. */
async function race(change = (ctx: Ctx) => ctx): Promise<number> {
  const ctx = change(await scene.community.ctxFor(student));
  await raceForTable(scene.community.db, 'payments', () =>
    classes.map((id) => buySeat(ctx, scene.community.providers, id)),
  );
  return seatsHeld();
}

describe('checkouts of six seats that a student begins at once', () => {
  it('hold three seats', async () => {
    expect(await race()).toBe(mostOpenSeats);
  });

  it('the control: hold more without the lock', async () => {
    expect(await race(withoutRowLocks)).toBe(classes.length);
  });
});
