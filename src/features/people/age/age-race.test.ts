import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitationRefusals } from '#features/accounts/contract.ts';
import { makeInvitation } from '#features/accounts/invitations/make-invitation.ts';
import { picturesAreForAdults } from '#features/profiles/contract.ts';
import { addressOfFile, setPicture } from '#features/profiles/set-picture.ts';
import type { Ctx } from '#server/ctx.ts';
import { errorCode } from '#server/db/error-code.ts';
import { type AgeGroup, memberOf, type Tier } from '#shared/actor.ts';
import { type ClassScene, classScene, insertClass, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceBehind, raceForRows } from '../../../testing/races/race.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { changeAgeGroup } from './change-age-group.ts';

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

describe('an invitation link that waits while its person becomes a kid', () => {
  async function race(make: (ctx: Ctx) => Promise<unknown>) {
    const { community, admin } = scene;
    const person = await community.person();
    const asPerson = await community.ctxFor(person);
    const [outcome] = await raceBehind(
      await community.ctxFor(admin),
      (ctx) => changeAgeGroup(ctx, { id: person.id, ageGroup: 'kid' }),
      () => [make(asPerson)],
    );
    const links = community.db.selectFrom('inviteLinks').select('id').where('userId', '=', person.id);
    return { outcome, links: (await links.execute()).length };
  }

  it('is refused', async () => {
    const lastDay = scene.community.now().toISOString().slice(0, 10);
    const { outcome, links } = await race((ctx) =>
      makeInvitation(ctx, { label: 'Grupo', mostUses: 9, lastDay }),
    );
    expect(outcome).toMatchObject({ reason: { code: invitationRefusals.adultsOnly.code } });
    expect(links).toBe(0);
  });

  it('the control: is made where the age group is not looked at again', async () => {
    const { links } = await race(async ({ db, now, actor }) => {
      const { userId } = memberOf(actor);
      await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
      const endsAt = new Date(now.getTime() + 86_400_000);
      await db.insertInto('inviteLinks').values({ userId, label: 'Grupo', mostUses: 9, endsAt }).execute();
    });
    expect(links).toBe(1);
  });
});

describe('a picture that waits while its person becomes a kid', () => {
  /** What came of the picture. Outside of `inTransaction`, which would try again after a deadlock. */
  async function race(setPictureOf: (ctx: Ctx, userId: string) => Promise<unknown>) {
    const { community, admin } = scene;
    const { db } = community;
    const person = await community.person();
    const [asAdmin, asPerson] = [await community.ctxFor(admin), await community.ctxFor(person)];
    const inOne = (ctx: Ctx, act: (ctx: Ctx) => Promise<unknown>) =>
      db.transaction().execute((trx) => act({ ...ctx, db: trx }));
    return raceForRows(db, 'users', () => {
      const change = inOne(asAdmin, (ctx) => changeAgeGroup(ctx, { id: person.id, ageGroup: 'kid' }));
      const picture = expect
        .poll(async () => (await waitingForLocks(db)).length)
        .toBe(1)
        .then(() => inOne(asPerson, (ctx) => setPictureOf(ctx, person.id)));
      return [change, picture];
    });
  }
  const set = (ctx: Ctx, userId: string) => setPicture(ctx, userId, addressOfFile('avatars/a.webp'));

  it('is refused, and neither of the two fails', async () => {
    const [change, picture] = await race(set);
    expect(change?.status).toBe('fulfilled');
    expect(picture).toMatchObject({ status: 'rejected', reason: { code: picturesAreForAdults.code } });
  });

  it('the control: deadlocks with the change where it locks the profile before the user', async () => {
    const outcomes = await race(async (ctx, userId) => {
      await ctx.db.selectFrom('profiles').select('userId').where('userId', '=', userId).forShare().execute();
      await set(ctx, userId);
    });
    const codes = outcomes.map((outcome) => outcome.status === 'rejected' && errorCode(outcome.reason));
    expect(codes).toContain('40P01');
  });
});
