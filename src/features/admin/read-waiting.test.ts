import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listManagedClasses } from '#features/classes/contract.ts';
import { listApplications } from '#features/teachers/contract.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { readWaiting, type Waiting } from './contract.ts';

const now = new Date('2026-11-20T18:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000);

let community: Community;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(now);
  admin = await community.person({ role: 'admin' });
  teacher = await community.person({ role: 'teacher', verified: true });
});
afterAll(() => community.close());
beforeEach(() => community.db.deleteFrom('classes').execute());

async function waiting(): Promise<Waiting> {
  return answerOf(community.request(admin, 'GET', '/api/admin/waiting'), readWaiting);
}

it('readWaiting counts the applications that the queue lists', async () => {
  const applicant = await community.person({ role: 'teacher' });
  const queue = async () => {
    const { items } = await answerOf(
      community.request(admin, 'GET', '/api/teachers/applications?status=pending'),
      listApplications,
    );
    return items.length;
  };
  expect([(await waiting()).applications, await queue()]).toEqual([1, 1]);
  await community.request(admin, 'PUT', `/api/people/${applicant.id}/role`, { role: 'student' });
  expect([(await waiting()).applications, await queue()]).toEqual([0, 0]);
});

it('readWaiting counts ended classes and clubs with students and an open roll', async () => {
  const plan = async (startsAt: Date, attended: boolean | null, facts: Record<string, unknown> = {}) => {
    const { id: classId } = await community.db
      .insertInto('classes')
      .values({ title: 'Una clase', description: 'x', startsAt, createdBy: teacher.id, ...facts })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: userId } = await community.person();
    await community.db
      .insertInto('classEnrollments')
      .values({ classId, userId, attended, markedAt: attended === null ? null : now })
      .execute();
  };
  await plan(hoursAgo(1), null);
  await plan(hoursAgo(2), null, { kind: 'club' });
  await plan(hoursAgo(0.5), null);
  await plan(hoursAgo(2), false, { rollClosedAt: now });
  await plan(hoursAgo(2), null, { status: 'cancelled', cancelledAt: now });
  await plan(hoursAgo(31 * 24), null);
  expect((await waiting()).rolls).toBe(2);
});

it('readWaiting counts the classes within 48 hours without a meeting link, as the list of them does', async () => {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3600_000);
  const facts = { title: 'Una clase', description: 'x', createdBy: teacher.id };
  await community.db
    .insertInto('classes')
    .values([
      { ...facts, startsAt: inHours(-0.5) },
      { ...facts, startsAt: inHours(47), kind: 'club' },
      { ...facts, startsAt: inHours(47), meetLink: 'https://meet.example/x' },
      { ...facts, startsAt: inHours(47), status: 'cancelled', cancelledAt: now },
      { ...facts, startsAt: inHours(-2) },
      { ...facts, startsAt: inHours(49) },
    ])
    .execute();
  const { items } = await answerOf(
    community.request(admin, 'GET', '/api/classes/managed?link=none'),
    listManagedClasses,
  );
  expect([(await waiting()).classesWithoutLink, items.length]).toEqual([2, 2]);
});
