import { afterAll, beforeAll, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { listLedger } from '#features/coins/contract.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { type AccountScene, accountScene } from '../../../testing/account-scene.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { peopleRefusals } from '../contract.ts';

let scene: AccountScene;
beforeAll(async () => {
  scene = await accountScene();
});
afterAll(() => scene.community.close());

it('an administrator gives and takes coins for a reason, which the person reads in their ledger', async () => {
  const person = await scene.community.person({ coins: 60 });
  const given = await scene.ask('POST', person, '/coins', { amount: 40, reason: 'Tradujo el aviso' });
  expect(await given.json()).toEqual({ id: person.id, balance: 100 });
  const taken = await scene.ask('POST', person, '/coins', { amount: -25, reason: 'Se pagó dos veces' });
  expect(await taken.json()).toEqual({ id: person.id, balance: 75 });
  expect(
    (await answerOf(scene.community.request(person, 'GET', '/api/coins/ledger?limit=2'), listLedger)).items,
  ).toMatchObject([
    { amount: -25, transactionType: 'admin_debit', description: 'Se pagó dos veces' },
    { amount: 40, transactionType: 'admin_credit', description: 'Tradujo el aviso' },
  ]);
  expect((await scene.linesAbout(person)).map(({ act, detail }) => [act, detail])).toEqual([
    ['people.credit-coins', { name: person.name, amount: 40, balance: 100 }],
    ['people.debit-coins', { name: person.name, amount: 25, balance: 75 }],
  ]);
  expect(await noticeKindsOf(scene.community, person)).toEqual([
    'people.coins-credited',
    'people.coins-debited',
  ]);
});

it('a debit beyond the balance is refused with the balance', async () => {
  const person = await scene.community.person({ coins: 30 });
  const answer = await scene.ask('POST', person, '/coins', { amount: -31, reason: 'De más' });
  await expect(answer).toBeRefused(peopleRefusals.balanceTooLow, { balance: 30 });
  expect(await scene.linesAbout(person)).toEqual([]);
});

it('twelve requests with one idempotency key move coins once', async () => {
  const person = await scene.community.person({ coins: 50 });
  const key = crypto.randomUUID();
  const wish = { amount: 10, reason: 'Una sola vez' };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => scene.ask('POST', person, '/coins', wish, key)),
  );
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(await scene.linesAbout(person)).toHaveLength(1);
  const other = await scene.ask('POST', person, '/coins', { ...wish, amount: 11 }, key);
  expect(other.status).toBe(422);
  expect(await findBroken(scene.community.db, coinInvariants)).toEqual([]);
});

it('moveCoins refuses an administrator’s own wallet, however they write their id', async () => {
  const { admin } = scene;
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    const answer = await scene.ask('POST', { ...admin, id }, '/coins', { amount: 1000, reason: 'Para mí' });
    await expect(answer).toBeRefused(peopleRefusals.ownWallet);
  }
});

it.each([0, 1.5, 100_001, -100_001, '20', null])('moveCoins refuses the amount %j', async (amount) => {
  const answer = await scene.ask('POST', await scene.community.person(), '/coins', {
    amount,
    reason: 'Algo',
  });
  expect(answer.status).toBe(400);
});
