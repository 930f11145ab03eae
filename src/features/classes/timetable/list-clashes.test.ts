import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { listClashes } from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
let student: Person;
beforeAll(async () => {
  ({ community, teacher, admin, student } = await classScene());
});
afterAll(() => community.close());

const time = { date: '2026-12-01', time: '18:30', zone: 'America/Bogota', durationMinutes: '60' };

const ask = (person: Person, query: Record<string, string> = {}) =>
  community.request(
    person,
    'GET',
    `/api/classes/clashes?${new URLSearchParams({ teacherId: teacher.id, ...time, ...query })}`,
  );
const titles = async (person: Person, query: Record<string, string> = {}) => {
  return (await answerOf(ask(person, query), listClashes)).items.map(({ title }) => title);
};

it('listClashes answers the scheduled classes of the teacher that overlap the time', async () => {
  const plan = async (title: string, at: string, facts: Record<string, unknown> = {}) => {
    const { id } = await community.db
      .insertInto('classes')
      .values({ title, description: 'x', createdBy: teacher.id, startsAt: new Date(at), ...facts })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  // 18:30 in Bogotá is 23:30 in UTC.
  await plan('ends as it begins', '2026-12-01T22:30:00Z');
  const before = await plan('runs into it', '2026-12-01T22:45:00Z');
  await plan('begins within it', '2026-12-02T00:15:00Z', { kind: 'club' });
  await plan('begins as it ends', '2026-12-02T00:30:00Z');
  await plan('cancelled', '2026-12-01T23:30:00Z', { status: 'cancelled', cancelledAt: new Date() });
  await plan('another teacher’s', '2026-12-01T23:30:00Z', { createdBy: admin.id });

  expect(await titles(teacher)).toEqual(['runs into it', 'begins within it']);
  expect(await titles(admin)).toEqual(['runs into it', 'begins within it']);
  expect(await titles(admin, { except: before })).toEqual(['begins within it']);
  expect(await titles(admin, { date: '2027-03-14', time: '02:30', zone: 'America/New_York' })).toEqual([]);
});

it('listClashes refuses a teacher who asks about another person, and a student', async () => {
  await expect(ask(teacher, { teacherId: admin.id })).toBeRefused(commonRefusals.notAllowed);
  await expect(ask(student)).toBeRefused(commonRefusals.notAllowed);
});

it('listClashes answers the name of a holiday, by the day that was typed', async () => {
  await community.db.insertInto('classHolidays').values({ day: '2026-12-25', name: 'Navidad' }).execute();
  const holidayOf = async (query: Record<string, string>) =>
    (await answerOf(ask(teacher, query), listClashes)).holiday;
  // 23:30 of the 24th in Bogotá is the 25th in UTC.
  expect(await holidayOf({ date: '2026-12-24', time: '23:30' })).toBeNull();
  expect(await holidayOf({ date: '2026-12-25', time: '23:30' })).toBe('Navidad');
});
