import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertClass, minutesFromNow, type SeatScene, seatScene } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { enrolRefusals } from '../contract.ts';
import { offerSeats } from '../waiting/offer-seats.ts';

let scene: SeatScene;
beforeAll(async () => {
  scene = await seatScene();
});
afterAll(() => scene.community.close());

const [saw, isNow] = [minutesFromNow(48 * 60), minutesFromNow(72 * 60)];
const movedTo = (startsAt: Date) => ({ startsAt, movedAt: scene.community.now() });
const addClass = (facts: Parameters<typeof insertClass>[2] = {}) =>
  insertClass(scene.community.db, scene.teacher, { startsAt: saw, ...facts });
const move = (id: string, startsAt: Date) =>
  scene.community.db.updateTable('classes').set(movedTo(startsAt)).where('id', '=', id).execute();
/** Enrols as the browser does, which sends the start that it shows. */
const enrol = (person: Person, id: string, seen: Date) =>
  scene.community.request(person, 'POST', `/api/classes/${id}/enrolment?startsAt=${seen.toISOString()}`);
const seatOf = (id: string, { id: userId }: Person) =>
  scene.community.db
    .selectFrom('classEnrollments')
    .select(['heldUntil', 'agreedAt'])
    .where('classId', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();

describe('a student who enrols', () => {
  it('agrees to the start that they saw, and to no other', async () => {
    const id = await addClass();
    await move(id, isNow);
    await expect(enrol(scene.student, id, saw)).toBeRefused(enrolRefusals.moved);
    expect(await seatOf(id, scene.student)).toBeUndefined();
    expect((await enrol(scene.student, id, isNow)).status).toBe(200);
    // The seat is theirs: an old page says no less.
    expect((await enrol(scene.student, id, saw)).status).toBe(200);
  });

  it('is refused a start that is no instant', async () => {
    const id = await addClass();
    const bad = await scene.community.request(
      scene.student,
      'POST',
      `/api/classes/${id}/enrolment?startsAt=tomorrow`,
    );
    expect(bad.status).toBe(400);
    expect(await seatOf(id, scene.student)).toBeUndefined();
  });

  it('accepts an offered seat at the start that they saw, and keeps the offer where that is another', async () => {
    const { community, teacher } = scene;
    const id = await addClass({ maxStudents: 1 });
    const [first, waits] = [await community.person(), await community.person()];
    await enrol(first, id, saw);
    await community.request(waits, 'POST', `/api/classes/${id}/waiting`);
    await scene.remove(id, first, { by: teacher, reason: 'Lo pidió' });
    await community.runDue(offerSeats);
    const offer = await seatOf(id, waits);
    expect(offer?.heldUntil).toBeInstanceOf(Date);
    await move(id, isNow);
    await expect(enrol(waits, id, saw)).toBeRefused(enrolRefusals.moved);
    expect(await seatOf(id, waits)).toEqual(offer);
    expect((await enrol(waits, id, isNow)).status).toBe(200);
    expect((await seatOf(id, waits))?.heldUntil).toBeNull();
  });

  it('gets no seat where another process moves the class while the enrolment waits for its row', async () => {
    const { community } = scene;
    const id = await addClass();
    let asked: ReturnType<typeof enrol> | undefined;
    await community.db.transaction().execute(async (moving) => {
      await moving.updateTable('classes').set(movedTo(isNow)).where('id', '=', id).execute();
      asked = enrol(scene.student, id, saw);
      await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
    });
    await expect(asked).toBeRefused(enrolRefusals.moved);
    expect(await seatOf(id, scene.student)).toBeUndefined();
  });

  it('gets no seat in a batch whose other students saw the new start', async () => {
    const { community } = scene;
    const id = await addClass();
    const people = await Promise.all(Array.from({ length: 6 }, () => community.person()));
    await move(id, isNow);
    const answers = await Promise.all(people.map((each, nth) => enrol(each, id, nth % 2 ? saw : isNow)));
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 409, 200, 409]);
    expect((await scene.enrolled(id)).sort()).toEqual(
      people
        .filter((_, nth) => nth % 2 === 0)
        .map(({ id: personId }) => personId)
        .sort(),
    );
  });
});
