import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
  type SeatScene,
  seatScene,
} from '../../../testing/class-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { offerSeats } from './offer-seats.ts';

let scene: SeatScene;
beforeAll(async () => {
  scene = await seatScene();
});
beforeEach(() => scene.community.setNow(now));
afterAll(() => scene.community.close());

async function offerAt(minutes: number): Promise<void> {
  scene.community.setNow(minutesFromNow(minutes));
  await scene.community.runDue(offerSeats);
}

/** A class of one seat in two hours, which is taken; two students wait. */
async function fullClass() {
  const { community, teacher } = scene;
  const [seated, first, second] = [
    await community.person(),
    await community.person(),
    await community.person(),
  ];
  const id = await insertClass(community.db, teacher, { maxStudents: 1, startsAt: minutesFromNow(120) });
  await insertSeats(community.db, id, seated);
  for (const person of [first, second]) {
    expect((await community.request(person, 'POST', `/api/classes/${id}/waiting`)).status).toBe(200);
  }
  await offerAt(0);
  return { id, seated, first, second };
}

it('a class that begins says nothing of full seats to students who were told that one was free', async () => {
  const { id, seated, first, second } = await fullClass();
  await offerAt(75);
  expect((await scene.leave(seated, id)).status).toBe(200);
  await offerAt(75);
  for (const person of [first, second])
    expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-open']);
  // The unread notice goes with the list.
  await offerAt(120);
  for (const person of [first, second]) expect(await noticeKindsOf(scene.community, person)).toEqual([]);
});

it('a class that begins tells a student that no seat was left where another one took the seat before them', async () => {
  const { id, seated, first, second } = await fullClass();
  await offerAt(75);
  expect((await scene.leave(seated, id)).status).toBe(200);
  await offerAt(75);
  expect((await scene.enrol(first, id)).status).toBe(200);
  await offerAt(120);
  expect(await noticeKindsOf(scene.community, first)).toEqual([]);
  expect(await noticeKindsOf(scene.community, second)).toEqual(['classes.wait-over']);
});

it('a class that begins without its teacher tells no student who waited that it was full', async () => {
  const { id, first, second } = await fullClass();
  const { community } = scene;
  const former = await community.person({ role: 'teacher', verified: true });
  await community.db.updateTable('classes').set({ createdBy: former.id }).where('id', '=', id).execute();
  await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', former.id).execute();
  await offerAt(120);
  for (const person of [first, second]) expect(await noticeKindsOf(scene.community, person)).toEqual([]);
});
