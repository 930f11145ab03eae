import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportedThing } from '#features/reports/contract.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const ask = async (method: string, path: string, body?: object) => {
  const answer = await community.request(admin, method, path, body);
  expect(answer.status).toBe(200);
  return answer.json();
};

/** A teacher whose page was reported and hidden. */
async function hiddenTeacher(): Promise<Person> {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const report = { kind: 'teacher', subject: teacher.id, reason: 'spam' };
  expect((await community.request(await community.person(), 'POST', '/api/reports', report)).status).toBe(
    200,
  );
  await ask('PUT', `/api/reports/teacher/${teacher.id}`, { outcome: 'upheld', reason: 'Vende cursos' });
  return teacher;
}
async function described({ id }: Person) {
  const { items } = (await ask('GET', '/api/reports?settled=true')) as { items: ReportedThing[] };
  const { link, isShown, canShow } = items.find(({ subject }) => subject === id) as ReportedThing;
  return { link, isShown, canShow };
}
const showAgain = ({ id }: Person) => community.request(admin, 'PUT', `/api/reports/teacher/${id}/shown`);

it('the hidden page of a teacher can be shown again', async () => {
  const teacher = await hiddenTeacher();
  expect(await described(teacher)).toEqual({
    link: '/admin/teachers?tab=approved',
    isShown: false,
    canShow: true,
  });
  for (let time = 0; time < 2; time++) expect((await showAgain(teacher)).status).toBe(200);
  expect(await described(teacher)).toEqual({
    link: `/teachers/${teacher.id}`,
    isShown: true,
    canShow: false,
  });
});

it.each([
  ['was suspended', 'ban', { reason: 'Insultó' }],
  ['lost the role', 'role', { role: 'student' }],
  ['is a kid', 'age-group', { ageGroup: 'kid' }],
])('the hidden page of a teacher who %s since is not said to be shown again', async (_why, act, body) => {
  const teacher = await hiddenTeacher();
  await ask('PUT', `/api/people/${teacher.id}/${act}`, body);
  expect(await described(teacher)).toEqual({
    link: `/admin/students?person=${teacher.id}`,
    isShown: false,
    canShow: false,
  });
  await expect(await showAgain(teacher)).toBeRefused(commonRefusals.notFound);
  const told = sql`select from notifications where user_id = ${teacher.id} and kind = 'teachers.page-shown'`;
  expect((await told.execute(community.db)).rows).toEqual([]);
});
