import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tier } from '#shared/actor.ts';
import { type ClassScene, classScene, insertClass } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

/**
 * An adult asks for a seat in an adults' class and waits for the class's row; meanwhile an administrator marks the
 * account as a kid's, which gives no seat back, because there is none yet. Answers the status of the request and
 * whether there is a seat in the end.
 */
async function raceIn(
  scene: ClassScene,
  ask: (student: Person, classId: string) => Promise<Response>,
  requiredTier: Tier = 'free',
) {
  const { community, admin, teacher } = scene;
  const student = await community.person();
  const classId = await insertClass(community.db, teacher, { priceCents: 300, requiredTier });
  let asked: Promise<Response> | undefined;
  await community.db.transaction().execute(async (trx) => {
    await trx.selectFrom('classes').select('id').where('id', '=', classId).forUpdate().execute();
    asked = ask(student, classId);
    await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
    const path = `/api/people/${student.id}/age-group`;
    const changed = await community.request(admin, 'PUT', path, { ageGroup: 'kid' });
    expect([changed.status, await changed.json()]).toEqual([
      200,
      expect.objectContaining({ seatsGivenBack: 0 }),
    ]);
  });
  const { status } = (await asked)!;
  const seat = await community.db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', classId)
    .executeTakeFirst();
  return { status, hasSeat: seat !== undefined };
}

describe('a student who becomes a kid while a request of theirs waits for an adults’ class', () => {
  const enrol = (where: ClassScene) => (student: Person, classId: string) =>
    where.community.request(student, 'POST', `/api/classes/${classId}/enrolment`);

  it('is not enrolled in it', async () => {
    expect(await raceIn(scene, enrol(scene))).toEqual({ status: 404, hasSeat: false });
  });

  it('is not held a seat in it to pay for', async () => {
    const buy = (student: Person, classId: string) =>
      scene.community.request(student, 'POST', `/api/classes/${classId}/seat-checkout`);
    expect(await raceIn(scene, buy, 'vip')).toEqual({ status: 404, hasSeat: false });
  });

  it('would be enrolled if the database did not look again, which is the control of this race', async () => {
    const careless = await classScene({
      withoutGuards: 'alter table class_enrollments disable trigger seat_fits_age_group',
    });
    expect(await raceIn(careless, enrol(careless))).toEqual({ status: 200, hasSeat: true });
    await careless.community.close();
  });
});
