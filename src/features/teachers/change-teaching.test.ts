import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { readOwnTeacherProfile } from './contract.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  teacher = await community.person({ role: 'teacher', verified: true });
});
afterAll(() => community.close());

const change = (person: Person, body: unknown) =>
  community.request(person, 'PATCH', '/api/teachers/me', body);
const read = (person: Person) =>
  answerOf(community.request(person, 'GET', '/api/teachers/me'), readOwnTeacherProfile);

it('changeTeaching changes the given fields and leaves the others', async () => {
  const before = await read(teacher);
  const answer = await change(teacher, { bio: 'Hablemos.', specialties: ['Cine', 'cine'] });
  expect(await answer.json()).toEqual({ ...before, bio: 'Hablemos.', specialties: ['Cine'] });
  await change(teacher, { languagesTaught: ['de', 'de', 'ja'], experienceYears: 12 });
  expect(await read(teacher)).toEqual({
    ...before,
    bio: 'Hablemos.',
    specialties: ['Cine'],
    languagesTaught: ['de', 'ja'],
    experienceYears: 12,
  });
  await change(teacher, { specialties: [] });
  expect(await read(teacher)).toMatchObject({ specialties: [], bio: 'Hablemos.' });
});

it('changeTeaching changes neither status, rating nor earnings, nor another teacher’s profile', async () => {
  const pending = await community.person({ role: 'teacher' });
  const [before, others] = [await read(pending), await read(teacher)];
  const answer = await change(pending, {
    id: teacher.id,
    userId: teacher.id,
    bio: 'Nueva.',
    verificationStatus: 'approved',
    isVerified: true,
    averageRating: 5,
    totalReviews: 10,
    totalEarningsCents: 100_000,
    totalStudentsTaught: 10,
    totalEventsCreated: 10,
    rejectionReason: 'x',
    appliedAt: '2020-01-01T00:00:00Z',
    decidedBy: teacher.id,
  });
  expect(answer.status).toBe(200);
  expect(await read(pending)).toEqual({ ...before, bio: 'Nueva.' });
  expect(await read(teacher)).toEqual(others);
});

it('changeTeaching refuses an empty list of languages and invalid fields', async () => {
  const before = await read(teacher);
  const none = await change(teacher, { languagesTaught: [] });
  expect([none.status, await none.json()]).toEqual([
    422,
    expect.objectContaining({ message: 'Debes seleccionar al menos un idioma' }),
  ]);
  for (const body of [{ bio: '' }, { bio: null }, { experienceYears: -1 }, { specialties: [''] }, []]) {
    expect((await change(teacher, body)).status, JSON.stringify(body)).toBe(400);
  }
  expect(await read(teacher)).toEqual(before);
});

it('changeTeaching accepts an empty change, which changes nothing', async () => {
  const before = await read(teacher);
  expect((await change(teacher, {})).status).toBe(200);
  expect(await read(teacher)).toEqual(before);
});
