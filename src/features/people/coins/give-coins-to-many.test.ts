import { afterAll, beforeAll, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type AccountScene, accountScene } from '../../../testing/account-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { peopleRefusals } from '../contract.ts';

let scene: AccountScene;
beforeAll(async () => {
  scene = await accountScene();
});
afterAll(() => scene.community.close());

const reason = 'Ganó el concurso de cuentos';
const give = (people: readonly { id: string }[], more: object = {}, key?: string) =>
  scene.community.request(
    scene.admin,
    'POST',
    '/api/people/coins',
    { userIds: people.map(({ id }) => id), amount: 50, reason, ...more },
    { ...(key && { 'idempotency-key': key }) },
  );

async function coinsOf({ id }: Person): Promise<number | undefined> {
  const { db } = scene.community;
  const wallet = await db.selectFrom('wallets').select('balance').where('userId', '=', id).executeTakeFirst();
  return wallet?.balance;
}

it('an administrator gives several people coins at once, each with a notice and a line in the audit log', async () => {
  const { community } = scene;
  const winners = [await community.person({ coins: 10 }), await community.person({ coins: 20 })] as const;
  const [first, second] = winners;
  const again = [first, { id: second.id.toUpperCase() }];
  expect(await (await give([...winners, ...again])).json()).toEqual({ given: 2 });
  expect([await coinsOf(first), await coinsOf(second)]).toEqual([60, 70]);
  for (const winner of winners) {
    expect(await noticeKindsOf(community, winner)).toEqual(['people.coins-credited']);
    expect((await scene.linesAbout(winner)).map(({ act }) => act)).toEqual(['people.credit-coins']);
  }
  expect(await findBroken(community.db, coinInvariants)).toEqual([]);
});

it('giveCoinsToMany gives to none where one of them is not there or is the administrator', async () => {
  const { community, admin } = scene;
  const winner = await community.person({ coins: 10 });
  await expect(await give([winner, { id: crypto.randomUUID() }])).toBeRefused(commonRefusals.notFound);
  await expect(await give([winner, admin])).toBeRefused(peopleRefusals.ownWallet);
  expect(await coinsOf(winner)).toBe(10);
  expect(await scene.linesAbout(winner)).toEqual([]);
});

it('twelve concurrent requests to many with one idempotency key give once', async () => {
  const winner = await scene.community.person({ coins: 10 });
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 12 }, () => give([winner], {}, key)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  expect(await coinsOf(winner)).toBe(60);
});

it('giveCoinsToMany locks people in the order of their ids, in whatever order they are named', async () => {
  const { db } = scene.community;
  const people = [await scene.community.person({ coins: 10 }), await scene.community.person({ coins: 10 })];
  const [low, high] = people.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as [Person, Person];
  let giving: ReturnType<typeof give> | undefined;
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', low.id).forUpdate().execute();
    giving = give([high, low]);
    await expect.poll(async () => (await waitingForLocks(db)).length).toBe(1);
    const free = trx.selectFrom('users').select('id').where('id', '=', high.id).forUpdate().skipLocked();
    expect(await free.execute()).toEqual([{ id: high.id }]);
  });
  expect((await giving)?.status).toBe(200);
});

it.each([0, -5, 1.5, 100_001])('giveCoinsToMany refuses the amount %j', async (amount) => {
  expect((await give([await scene.community.person()], { amount })).status).toBe(400);
});
