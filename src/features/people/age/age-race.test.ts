import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgeGroup, Tier } from '#shared/actor.ts';
import { type ClassScene, classScene, insertClass, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

/** What an administrator does meanwhile, as method, the end of the path and body. */
type Meanwhile = readonly ['PUT', string, object];
const becomesKid: Meanwhile = ['PUT', 'age-group', { ageGroup: 'kid' }];

/**
 * A student asks for a seat in a class and waits for the class's row; meanwhile an administrator does what gives no
 * seat back, because there is none yet. Answers the status of the request and whether there is a seat in the end.
 */
async function raceIn(
  scene: ClassScene,
  ask: (student: Person, classId: string) => Promise<Response>,
  {
    requiredTier = 'free',
    ageGroup = 'adult',
    meanwhile: [method, act, body] = becomesKid,
  }: { requiredTier?: Tier; ageGroup?: AgeGroup; meanwhile?: Meanwhile } = {},
) {
  const { community, admin, teacher } = scene;
  const student = await community.person({ ageGroup });
  if (ageGroup === 'kid') {
    const consent = { address: 'papa@example.org', askedAt: now, givenAt: now };
    await community.db
      .insertInto('guardianConsents')
      .values({ userId: student.id, ...consent })
      .execute();
  }
  const facts = { priceCents: 300, requiredTier, targetAudience: ageGroup };
  const classId = await insertClass(community.db, teacher, facts);
  let asked: Promise<Response> | undefined;
  await community.db.transaction().execute(async (trx) => {
    await trx.selectFrom('classes').select('id').where('id', '=', classId).forUpdate().execute();
    asked = ask(student, classId);
    await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
    const changed = await community.request(admin, method, `/api/people/${student.id}/${act}`, body);
    expect(changed.status).toBe(200);
  });
  const { status } = (await asked)!;
  const seat = await community.db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', classId)
    .executeTakeFirst();
  return { status, hasSeat: seat !== undefined };
}

describe('a request that waits for the row of a class', () => {
  const enrol = (where: ClassScene) => (student: Person, classId: string) =>
    where.community.request(student, 'POST', `/api/classes/${classId}/enrolment`);

  it('enrols no adult who becomes a kid meanwhile', async () => {
    expect(await raceIn(scene, enrol(scene))).toEqual({ status: 404, hasSeat: false });
  });

  it('holds no seat to pay for, for an adult who becomes a kid meanwhile', async () => {
    const buy = (student: Person, classId: string) =>
      scene.community.request(student, 'POST', `/api/classes/${classId}/seat-checkout`);
    expect(await raceIn(scene, buy, { requiredTier: 'vip' })).toEqual({ status: 404, hasSeat: false });
  });

  it.each<[string, Parameters<typeof raceIn>[2]]>([
    ['who is suspended meanwhile', { meanwhile: ['PUT', 'ban', { reason: 'Insultos' }] }],
    [
      'whose guardian’s consent is revoked meanwhile',
      { ageGroup: 'kid', meanwhile: ['PUT', 'guardian-consent', { given: false }] },
    ],
  ])('enrols no student %s', async (_who, how) => {
    expect(await raceIn(scene, enrol(scene), how)).toEqual({ status: 404, hasSeat: false });
  });

  it('the control: enrols them where the database does not look again', async () => {
    const careless = await classScene({
      withoutGuards: 'alter table class_enrollments disable trigger seat_fits_student',
    });
    expect(await raceIn(careless, enrol(careless))).toEqual({ status: 200, hasSeat: true });
    await careless.community.close();
  });
});
