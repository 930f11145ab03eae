import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeInvitation } from '#features/accounts/contract.ts';
import { listClasses } from '#features/classes/contract.ts';
import { writeNotice } from '#features/notifications/letters/write-notice.ts';
import { soon } from '#server/jobs/due-work.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type AccountScene, accountScene } from '../../../testing/account-scene.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertSeats } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';

let scene: AccountScene;
beforeAll(async () => {
  scene = await accountScene();
});
afterAll(() => scene.community.close());

async function plan(teacher: Person, facts: Record<string, unknown>): Promise<string> {
  const { id } = await scene.community.db
    .insertInto('classes')
    .values({
      title: 'Una clase',
      description: 'De prueba.',
      createdBy: teacher.id,
      startsAt: new Date('2099-01-01'),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('a seat that a change of the age group frees is offered right after the commit', async () => {
  const teacher = await scene.community.person({ role: 'teacher', verified: true });
  const person = await scene.community.person();
  const classId = await plan(teacher, {});
  await insertSeats(scene.community.db, classId, person);
  const kinds: string[] = [];
  const note = (kind: string) => kinds.push(kind);
  soon.on('due', note);
  const answer = await scene.ask('PUT', person, '/age-group', { ageGroup: 'kid' });
  soon.off('due', note);
  expect(await answer.json()).toMatchObject({ seatsGivenBack: 1 });
  expect(kinds).toContain('offer-seats');
});

it('an account that is marked as a kid’s loses its handles, its picture and its seats among adults', async () => {
  const teacher = await scene.community.person({ role: 'teacher', verified: true });
  const person = await scene.community.person();
  const coming = await plan(teacher, {});
  const over = await plan(teacher, { startsAt: new Date('2020-01-01') });
  const ofKids = await plan(teacher, {});
  for (const classId of [coming, over, ofKids]) {
    await scene.community.db.insertInto('classEnrollments').values({ classId, userId: person.id }).execute();
  }
  const classmate = await scene.community.person();
  await scene.community.db
    .insertInto('classEnrollments')
    .values({ classId: coming, userId: classmate.id })
    .execute();
  // It became a class for kids after the seat was taken.
  await scene.community.db
    .updateTable('classes')
    .set({ targetAudience: 'kid' })
    .where('id', '=', ofKids)
    .execute();
  const { id: paymentId } = await scene.community.db
    .insertInto('payments')
    .values({
      userId: person.id,
      kind: 'single',
      classId: coming,
      amountCents: 300,
      platformShareCents: 300,
      method: 'card',
      provider: 'test',
      status: 'completed',
      completedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await scene.community.db
    .updateTable('classEnrollments')
    .set({ paymentId })
    .where('classId', '=', coming)
    .where('userId', '=', person.id)
    .execute();
  await scene.community.db
    .insertInto('oauthConnections')
    .values({ userId: person.id, platform: 'instagram', platformUsername: '@ana' })
    .execute();
  await scene.community.db
    .updateTable('users')
    .set({ image: '/media/avatars/ana.webp' })
    .where('id', '=', person.id)
    .execute();

  const answer = await scene.ask('PUT', person, '/age-group', { ageGroup: 'kid', reason: 'Lo dijo su mamá' });
  expect(await answer.json()).toEqual({ id: person.id, ageGroup: 'kid', seatsGivenBack: 1 });
  expect(await scene.me(person)).toMatchObject({ ageGroup: 'kid', image: null });
  const seats = await scene.community.db
    .selectFrom('classEnrollments')
    .select('classId')
    .where('userId', '=', person.id)
    .execute();
  expect(seats.map(({ classId }) => classId).sort()).toEqual([over, ofKids].sort());
  const left = await scene.community.db
    .selectFrom('classEnrollments')
    .innerJoin('classes', 'classes.id', 'classId')
    .select(['userId', 'seatsTaken'])
    .where('classId', '=', coming)
    .execute();
  expect(left).toEqual([{ userId: classmate.id, seatsTaken: 1 }]);
  const paid = await scene.community.db
    .selectFrom('payments')
    .select('refundWantedAt')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  expect(paid?.refundWantedAt).toBeInstanceOf(Date);
  const handles = await scene.community.db
    .selectFrom('oauthConnections')
    .select('platform')
    .where('userId', '=', person.id)
    .execute();
  expect(handles).toEqual([]);
  expect(await scene.linesAbout(person)).toEqual([
    {
      act: 'people.change-age-group',
      reason: 'Lo dijo su mamá',
      detail: { name: person.name, to: 'kid', seatsGivenBack: 1 },
    },
  ]);
  expect(await noticesOf(scene.community, person)).toEqual([
    { kind: 'people.age-group-changed', detail: { ageGroup: 'kid', seats: 1 }, link: '/classes' },
  ]);

  // The same change again does nothing.
  await scene.ask('PUT', person, '/age-group', { ageGroup: 'kid' });
  expect(await scene.linesAbout(person)).toHaveLength(1);
});

it.each([
  [0, 'Tu cuenta ahora es para niñas y niños.'],
  [1, 'Tu cuenta ahora es para niñas y niños. Se liberó el lugar que tenías, porque es para otra edad.'],
  [
    3,
    'Tu cuenta ahora es para niñas y niños. Se liberaron los 3 lugares que tenías, porque son para otra edad.',
  ],
])('the notice of another age group says what became of %s seats', (seats, words) => {
  const reader = { locale: 'es', zone: 'UTC', now: new Date() } as const;
  const notice = { kind: 'people.age-group-changed', detail: { ageGroup: 'kid', seats } };
  expect(writeNotice(notice, reader).sentence).toBe(words);
});

it('an account that becomes a kid’s invites no person by the links that it made before', async () => {
  const { community } = scene;
  const links = '/api/accounts/invitations';
  const lastDay = new Date(community.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
  const made = async (person: Person) => {
    const { code } = await answerOf(
      community.request(person, 'POST', links, { label: 'Grupo', mostUses: 500, lastDay }),
      makeInvitation,
    );
    return code;
  };
  const stateOf = async (code: string) =>
    (await (await community.request(null, 'GET', `${links}/by-code/${code}`)).json()).state;
  const [marked, said] = [await community.person(), await community.person()];
  await community.db
    .updateTable('profiles')
    .set({ ageAnswered: false })
    .where('userId', '=', said.id)
    .execute();
  const codes = [await made(marked), await made(said)];
  expect(await Promise.all(codes.map(stateOf))).toEqual(['open', 'open']);
  expect((await scene.ask('PUT', marked, '/age-group', { ageGroup: 'kid' })).status).toBe(200);
  const answered = await community.request(said, 'PUT', '/api/people/me/age', { ageGroup: 'kid' });
  expect(answered.status).toBe(200);
  expect(await Promise.all(codes.map(stateOf))).toEqual(['ended', 'ended']);
});

it('an account of the other age group waits for no seat among those that it left', async () => {
  const teacher = await scene.community.person({ role: 'teacher', verified: true });
  const person = await scene.community.person();
  const amongAdults = await plan(teacher, { maxStudents: 1 });
  const amongKids = await plan(teacher, { maxStudents: 2, targetAudience: 'kid' });
  await insertSeats(scene.community.db, amongAdults, await scene.community.person());
  const kid = () => scene.community.person({ ageGroup: 'kid' });
  await insertSeats(scene.community.db, amongKids, await kid(), await kid());
  for (const classId of [amongAdults, amongKids])
    await scene.community.db.insertInto('classWaiting').values({ classId, userId: person.id }).execute();
  expect((await scene.ask('PUT', person, '/age-group', { ageGroup: 'kid', reason: 'Lo dijo' })).status).toBe(
    200,
  );
  const waits = scene.community.db
    .selectFrom('classWaiting')
    .select('classId')
    .where('userId', '=', person.id);
  expect(await waits.execute()).toEqual([{ classId: amongKids }]);
});

it('an adult who was taken for a kid is not let into the class of kids that runs, and reads no message to it', async () => {
  const { community } = scene;
  const teacher = await community.person({ role: 'teacher', verified: true });
  const person = await community.person({ ageGroup: 'kid' });
  const classId = await plan(teacher, {
    targetAudience: 'kid',
    startsAt: new Date(Date.now() - 5 * 60_000),
    meetLink: 'https://meet.example.org/ninos',
  });
  await community.db
    .insertInto('guardianConsents')
    .values({ userId: person.id, givenAt: new Date() })
    .execute();
  await community.db.insertInto('classEnrollments').values({ classId, userId: person.id }).execute();
  const enter = () => community.request(person, 'POST', `/api/classes/${classId}/entry`);
  expect((await enter()).status).toBe(200);
  expect(
    (await scene.ask('PUT', person, '/age-group', { ageGroup: 'adult', reason: 'Es su mamá' })).status,
  ).toBe(200);
  await expect(enter()).toBeRefused(commonRefusals.notFound);
  const messages = () => community.request(person, 'GET', `/api/classes/${classId}/messages`);
  await expect(messages()).toBeRefused(commonRefusals.notFound);
  const sent = await community.request(teacher, 'POST', `/api/classes/${classId}/messages`, {
    words: 'Hola',
  });
  expect((await sent.json()).code).toBe('classes/no-readers');
});

it('a teacher who is marked as a kid loses their rights and their public page', async () => {
  const teacher = await scene.community.person({ role: 'teacher', verified: true, name: 'Tomás' });
  const { id: classId } = await scene.community.db
    .insertInto('classes')
    .values({
      title: 'Club de adultos',
      description: 'Hablamos.',
      startsAt: new Date(Date.now() + 5 * 60_000),
      createdBy: teacher.id,
      meetLink: 'https://meet.example/uno',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const statuses = async () => {
    const paths = [
      '/api/classes/managed',
      `/api/classes/${classId}`,
      `/api/classes/${classId}/roster`,
      '/api/videos/proposals',
      `/api/teachers/${teacher.id}`,
    ];
    const answers = await Promise.all(paths.map((path) => scene.community.request(teacher, 'GET', path)));
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  expect((await scene.ask('PUT', teacher, '/age-group', { ageGroup: 'kid' })).status).toBe(200);
  expect(await statuses()).toEqual([403, 404, 403, 403, 404]);
  const { items } = await answerOf(scene.community.request(teacher, 'GET', '/api/classes'), listClasses);
  expect(items.map(({ id }) => id)).not.toContain(classId);
});
