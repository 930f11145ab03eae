import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { listManagedClasses } from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
const ids: Record<string, string> = {};
beforeAll(async () => {
  ({ community, teacher, admin } = await classScene());
  const plan = async (title: string, hours: number, facts: Record<string, unknown> = {}) => {
    const startsAt = new Date(now.getTime() + hours * 3600_000);
    const { id } = await community.db
      .insertInto('classes')
      .values({ title, description: 'x', createdBy: teacher.id, startsAt, ...facts })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids[title] = id;
  };
  await plan('hace mucho', -500);
  await plan('lista pendiente', -30, { kind: 'club' });
  await plan('en vivo', -0.5, { language: 'fr' });
  await plan('mañana', 24, { requiredTier: 'vip', meetLink: 'https://meet.example/x' });
  await plan('Después, con café', 48, { createdBy: admin.id });
  const { id: userId } = await community.person();
  await community.db
    .insertInto('classEnrollments')
    .values({ classId: ids['lista pendiente'] ?? '', userId })
    .execute();
});
afterAll(() => community.close());

async function titles(person: Person, query: Record<string, string> = {}): Promise<string[]> {
  const { items } = await answerOf(
    community.request(person, 'GET', `/api/classes/managed?${new URLSearchParams(query)}`),
    listManagedClasses,
  );
  return items.map(({ title }) => title);
}

describe('listManagedClasses', () => {
  it.each([
    [{ when: 'coming' }, ['en vivo', 'mañana', 'Después, con café']],
    [{ when: 'past' }, ['lista pendiente', 'hace mucho']],
    [{ roll: 'due' }, ['lista pendiente']],
    [{ link: 'none' }, ['en vivo']],
    [{ kind: 'club' }, ['lista pendiente']],
    [{ language: 'fr' }, ['en vivo']],
    [{ tier: 'vip' }, ['mañana']],
    [{ search: 'DESPUES cafe' }, ['Después, con café']],
    [{ search: 'avila', when: 'coming' }, ['en vivo', 'mañana']],
  ] as [Record<string, string>, string[]][])(
    'answers an administrator who asks for %j',
    async (query, expected) => {
      expect(await titles(admin, query)).toEqual(expected);
    },
  );

  it('filters by teacher, and answers a teacher their own classes alone', async () => {
    expect(await titles(admin, { teacher: admin.id })).toEqual(['Después, con café']);
    expect(await titles(teacher, { when: 'coming' })).toEqual(['en vivo', 'mañana']);
    expect(await titles(teacher, { teacher: admin.id })).toEqual([]);
  });

  it('pages past classes without a repetition or a gap', async () => {
    const ask = async (cursor?: string) => {
      const query = new URLSearchParams({ when: 'past', limit: '1', ...(cursor && { cursor }) });
      return (await community.request(admin, 'GET', `/api/classes/managed?${query}`)).json();
    };
    const first = await ask();
    const second = await ask(first.nextCursor);
    expect([first, second].map(({ items }) => items[0].title)).toEqual(['lista pendiente', 'hace mucho']);
    expect(second.nextCursor).toBeNull();
  });

  it('answers the next class that takes place, past any number that were cancelled', async () => {
    const colleague = await community.person({ role: 'teacher', verified: true });
    const startsAt = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const facts = { description: 'x', createdBy: colleague.id };
    const cancelled = { ...facts, title: 'no va', status: 'cancelled' as const, cancelledAt: now };
    await community.db
      .insertInto('classes')
      .values([
        ...Array.from({ length: 12 }, (_, at) => ({ ...cancelled, startsAt: startsAt(10 + at) })),
        { ...facts, title: 'sí va', startsAt: startsAt(90) },
      ])
      .execute();
    const query = { teacher: colleague.id, when: 'coming', status: 'scheduled', limit: '1' };
    expect(await titles(admin, query)).toEqual(['sí va']);
    await community.db.deleteFrom('classes').where('createdBy', '=', colleague.id).execute();
  });

  it('fills a page with classes that a payment can be for, past others that begin before', async () => {
    const facts = { description: 'x', createdBy: admin.id };
    const startsAt = (hours: number) => new Date(now.getTime() + hours * 3600_000);
    await community.db
      .insertInto('classes')
      .values([
        { ...facts, title: 'Tango incluido', startsAt: startsAt(60), priceCents: null },
        {
          ...facts,
          title: 'Tango cancelado',
          startsAt: startsAt(61),
          status: 'cancelled',
          cancelledAt: now,
        },
        { ...facts, title: 'Tango con precio', startsAt: startsAt(62) },
      ])
      .execute();
    expect(await titles(admin, { search: 'tango', limit: '1' })).toEqual(['Tango incluido']);
    expect(await titles(admin, { search: 'tango', limit: '1', seats: 'priced' })).toEqual([
      'Tango con precio',
    ]);
  });
});

it('readManagedClass answers an organiser their class and hides another teacher’s', async () => {
  const read = (person: Person, title: string) =>
    community.request(person, 'GET', `/api/classes/managed/${ids[title]}`);
  expect(await (await read(teacher, 'mañana')).json()).toMatchObject({ title: 'mañana' });
  expect((await read(admin, 'mañana')).status).toBe(200);
  await expect(read(teacher, 'Después, con café')).toBeRefused(commonRefusals.notFound);
});
