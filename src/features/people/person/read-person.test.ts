import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgeScene, ageScene, guardianEmail } from '../../../testing/account-scene.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertClass, insertPaidSeat, insertSeats } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import { readPerson } from '../contract.ts';

let scene: AgeScene;
beforeAll(async () => {
  scene = await ageScene();
});
afterAll(() => scene.community.close());

const guardianOf = async ({ id }: Person) => {
  const { guardian } = await answerOf(
    scene.community.request(scene.admin, 'GET', `/api/people/${id}`),
    readPerson,
  );
  return guardian;
};
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it('readPerson says which guardian a kid named, and how the consent stands', async () => {
  const ana = await scene.newcomer('Ana');
  expect(await guardianOf(ana)).toBeNull();
  await scene.answer(ana, { ageGroup: 'kid' });
  expect(await guardianOf(ana)).toEqual({ email: null, consent: 'unasked', since: null });
  const [first, email] = [guardianEmail(), guardianEmail()];
  await scene.askGuardian(ana, first);
  expect(await guardianOf(ana)).toEqual({ email: first, consent: 'asked', since: instant });
  // Administrators are told that the guardian is another one, and find the address here.
  await scene.askGuardian(ana, email);
  expect(await guardianOf(ana)).toEqual({ email, consent: 'asked', since: instant });
  await scene.setConsent(ana, true);
  expect(await guardianOf(ana)).toEqual({ email, consent: 'paper', since: instant });
  await scene.setConsent(ana, false);
  expect(await guardianOf(ana)).toEqual({ email, consent: 'revoked', since: instant });
});

it('readPerson tells a consent by the letter’s link from one that an administrator recorded', async () => {
  const ana = await scene.newcomer('Ana');
  const email = guardianEmail();
  await scene.answer(ana, { ageGroup: 'kid', guardianEmail: email });
  expect((await scene.follow(tokenIn(await scene.letterTo(email)))).status).toBe(200);
  expect(await guardianOf(ana)).toEqual({ email, consent: 'letter', since: instant });
});

it('readPerson shows no guardian of an adult who was a kid', async () => {
  const ana = await scene.newcomer('Ana');
  await scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() });
  const path = `/api/people/${ana.id}/age-group`;
  expect((await scene.community.request(scene.admin, 'PUT', path, { ageGroup: 'adult' })).status).toBe(200);
  expect(await guardianOf(ana)).toBeNull();
});

it('readPerson says of a kid whom an administrator marked that the administrator vouches', async () => {
  const kid = await scene.community.person({ ageGroup: 'kid' });
  expect(await guardianOf(kid)).toEqual({ email: null, consent: 'vouched', since: null });
});

it('readPerson counts the classes that a person gives and their seats that are to come, and no others', async () => {
  const { community, admin } = scene;
  const { db } = community;
  const teacher = await community.person({ role: 'teacher', verified: true });
  const student = await community.person();
  const other = await community.person();
  const add = (hours: number, facts: object = {}) =>
    insertClass(db, teacher, { startsAt: new Date(Date.now() + hours * 3_600_000), ...facts });
  const past = await add(-3);
  const cancelled = await add(3, {
    status: 'cancelled',
    cancelledAt: new Date(),
    cancelReason: 'Se fue la luz.',
  });
  const [first, second, third] = [await add(3), await add(5), await add(7)];
  for (const id of [past, cancelled, first]) await insertSeats(db, id, student, other);
  await insertPaidSeat(db, { classId: second, userId: student.id, now: new Date() });
  await insertPaidSeat(db, {
    classId: third,
    userId: student.id,
    now: new Date(),
    heldUntil: new Date(Date.now() + 3_600_000),
  });
  const comingOf = async ({ id }: Person) =>
    (await answerOf(community.request(admin, 'GET', `/api/people/${id}`), readPerson)).coming;
  expect(await comingOf(teacher)).toEqual({ taught: 3, seats: 0, paidSeats: 0 });
  expect(await comingOf(student)).toEqual({ taught: 0, seats: 3, paidSeats: 1 });
  expect(await comingOf(other)).toEqual({ taught: 0, seats: 1, paidSeats: 0 });
});
