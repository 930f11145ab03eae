import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';

let community: Community;
let learner: Person;
let teacher: Person;
let colleague: Person;
/** Has a seat in a class of `teacher`. */
let student: Person;
/** Has a seat in a class of `colleague`. */
let another: Person;
beforeAll(async () => {
  community = await newCommunity();
  learner = await community.person();
  teacher = await community.person({ role: 'teacher', verified: true });
  colleague = await community.person({ role: 'teacher', verified: true });
  student = await community.person();
  another = await community.person();
  await insertSeats(community.db, await insertClass(community.db, teacher), student);
  await insertSeats(community.db, await insertClass(community.db, colleague), another);
});
afterAll(() => community.close());

const report = (who: Person, { id }: Person) =>
  community.request(who, 'POST', '/api/reports', { kind: 'name', subject: id, reason: 'harmful' });
const reported = async () =>
  (await community.db.selectFrom('reports').select('subjectId').execute()).map(({ subjectId }) => subjectId);

it('a learner reports the name of a teacher and none that they cannot see', async () => {
  for (const hidden of [student, another]) {
    await expect(await report(learner, hidden)).toBeRefused(commonRefusals.notFound);
  }
  expect(await reported()).toEqual([]);
  expect((await report(learner, teacher)).status).toBe(200);
  // Without a page, who gives classes for one's age group is seen.
  const host = await community.person({ role: 'teacher' });
  await expect(await report(learner, host)).toBeRefused(commonRefusals.notFound);
  await insertClass(community.db, host);
  expect((await report(learner, host)).status).toBe(200);
  expect(await reported()).toEqual([teacher.id, host.id]);
});

it('a teacher reports the name of a student who has a seat in a class of theirs, and of none with a seat in a colleague’s', async () => {
  await expect(await report(teacher, another)).toBeRefused(commonRefusals.notFound);
  await expect(await report(teacher, learner)).toBeRefused(commonRefusals.notFound);
  expect((await report(teacher, student)).status).toBe(200);
});

it('upholding a report of a name that is hidden already leaves the one waiting that was chosen since, and tells the person once', async () => {
  const admin = await community.person({ role: 'admin' });
  const person = await community.person({ role: 'teacher', verified: true, name: 'Insulto Feo' });
  expect((await report(learner, person)).status).toBe(200);
  const settle = (reason: string) =>
    community.request(admin, 'PUT', `/api/reports/name/${person.id}`, { outcome: 'upheld', reason });
  // A second report came while an administrator read the first.
  const hidden = await community.request(admin, 'PUT', `/api/people/${person.id}/hidden-name`, {
    reason: 'Insulta',
  });
  expect(hidden.status).toBe(200);
  await community.request(person, 'PATCH', '/api/profiles/me', { name: 'Tomás Rey' });
  const stateOf = async () =>
    (await (await community.request(admin, 'GET', `/api/people/${person.id}`)).json()).nameState;
  expect(await stateOf()).toBe('chosen');
  expect((await settle('También insulta')).status).toBe(200);
  expect(await stateOf()).toBe('chosen');
  const notices = await community.db
    .selectFrom('notifications')
    .select('kind')
    .where('userId', '=', person.id)
    .where('kind', '=', 'people.name-hidden')
    .execute();
  expect(notices).toHaveLength(1);
});
