import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { recordPayment } from '#features/payments/checkout/record-payment.ts';
import { paymentRefusals } from '#features/payments/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { type AccountScene, accountScene } from '../../../testing/account-scene.ts';
import { insertClass } from '../../../testing/class-scene.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { peopleRefusals } from '../contract.ts';
import { banPerson } from './ban-person.ts';

let scene: AccountScene;
beforeAll(async () => {
  scene = await accountScene();
});
afterAll(() => scene.community.close());

it('a ban ends every session at once and keeps the person out until it is lifted', async () => {
  const email = 'suspendida@example.org';
  const password = 'colibri-de-papel';
  await scene.community.request(null, 'POST', '/api/auth/sign-up/email', { name: 'Sus', email, password });
  const { id } = await scene.community.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const signIn = () => scene.community.request(null, 'POST', '/api/auth/sign-in/email', { email, password });
  const cookie = (await signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const person = { id, email, name: 'Sus', cookie };
  expect(await scene.me(person)).not.toBeNull();

  const answer = await scene.ask('PUT', person, '/ban', { reason: 'Insultó en un club' });
  expect(await answer.json()).toEqual({ id, isBanned: true });
  expect(await scene.me(person)).toBeNull();
  expect((await signIn()).status).toBe(403);
  expect(await scene.linesAbout(person)).toEqual([
    { act: 'people.ban', reason: 'Insultó en un club', detail: { name: 'Sus' } },
  ]);

  expect(await (await scene.ask('DELETE', person, '/ban')).json()).toEqual({ id, isBanned: false });
  expect((await signIn()).status).toBe(200);
  expect(await scene.me(person)).toBeNull();
  expect((await scene.linesAbout(person)).map(({ act }) => act)).toEqual(['people.ban', 'people.unban']);
});

it('a ban gives the seats of coming classes to students who wait, and leaves past seats, those of classmates and coins', async () => {
  const teacher = await scene.community.person({ role: 'teacher', verified: true });
  const person = await scene.community.person({ coins: 70 });
  const [waiting, classmate] = [await scene.community.person(), await scene.community.person()];
  const [coming, past] = await Promise.all(
    [30, -30].map((hours) =>
      insertClass(scene.community.db, teacher, {
        startsAt: new Date(Date.now() + hours * 3_600_000),
        maxStudents: 2,
      }),
    ),
  );
  const seats = [coming, past].flatMap((classId = '') =>
    [person, classmate].map(({ id: userId }) => ({ classId, userId })),
  );
  await scene.community.db.insertInto('classEnrollments').values(seats).execute();
  await scene.community.db
    .insertInto('classWaiting')
    .values({ classId: coming ?? '', userId: waiting.id })
    .execute();
  expect((await scene.ask('PUT', person, '/ban', { reason: 'Insultó en un club' })).status).toBe(200);
  await scene.community.runDue(offerSeats);
  const left = await scene.community.db
    .selectFrom('classEnrollments')
    .select(['classId', 'userId'])
    .execute();
  expect(left).toContainEqual({ classId: coming, userId: waiting.id });
  expect(left.filter(({ userId }) => userId === person.id)).toEqual([{ classId: past, userId: person.id }]);
  expect(left.filter(({ userId }) => userId === classmate.id)).toHaveLength(2);
  const wallet = scene.community.db.selectFrom('wallets').select('balance').where('userId', '=', person.id);
  expect(await wallet.executeTakeFirst()).toEqual({ balance: 70 });
});

/** An administrator records cash for a student's seat, while another one suspends the student. */
async function cashDuringBan(change = (ctx: Ctx) => ctx) {
  const { community } = scene;
  const teacher = await community.person({ role: 'teacher', verified: true });
  const classId = await insertClass(community.db, teacher, {
    startsAt: new Date(Date.now() + 30 * 3_600_000),
  });
  const student = await community.person();
  const given = {
    personId: student.id,
    kind: 'single',
    classId,
    months: 1,
    amountCents: 300,
    method: 'cash',
  } as const;
  const admins = [await community.ctxFor(scene.admin), await community.ctxFor(scene.admin)] as const;
  const [outcome] = await raceBehind(
    admins[0],
    (ctx) => banPerson(ctx, { id: student.id, reason: 'Insultó en un club' }),
    () => [recordPayment(change(admins[1]), community.providers, given, undefined)],
  );
  const payments = community.db.selectFrom('payments').select('id').where('userId', '=', student.id);
  expect(await payments.execute()).toEqual([]);
  return outcome;
}

it('recordPayment says that the seat cannot be given where the student is suspended meanwhile', async () => {
  expect(await cashDuringBan()).toMatchObject({ status: 'rejected', reason: paymentRefusals.cannotBeGiven });
});

it('the control: recordPayment ends in the error of a constraint where it locks no profile', async () => {
  const outcome = await cashDuringBan(withoutRowLocks);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { constraint: 'seat_fits_student' } });
});

it('banPerson refuses an administrator’s own account and a ban without a reason', async () => {
  const self = await scene.ask('PUT', scene.admin, '/ban', { reason: 'Por error' });
  await expect(self).toBeRefused(peopleRefusals.ownBan);
  expect((await scene.ask('PUT', await scene.community.person(), '/ban', { reason: '  ' })).status).toBe(400);
});
