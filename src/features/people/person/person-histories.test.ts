import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { listPersonEnrolments, listPersonMovements, peopleRefusals } from '../contract.ts';

let community: Community;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  teacher = await community.person({ role: 'teacher', verified: true });
});
afterAll(() => community.close());

type Query = Record<string, string>;

const get = ({ id }: Person, list: string, query: Query) =>
  community.request(admin, 'GET', `/api/people/${id}/${list}?${new URLSearchParams(query)}`);
const movementsOf = (person: Person, query: Query = {}) =>
  answerOf(get(person, 'movements', query), listPersonMovements);
const enrolmentsOf = (person: Person, query: Query = {}) =>
  answerOf(get(person, 'enrolments', query), listPersonEnrolments);

const next = ({ nextCursor }: { nextCursor: string | null }) => ({ cursor: nextCursor ?? '' });

const give = ({ id }: Person, amount: number) =>
  community.request(admin, 'POST', `/api/people/${id}/coins`, { amount, reason: 'Gracias' });

describe('listPersonMovements', () => {
  it('reads every movement once, ten at first, also when coins move between two pages', async () => {
    const person = await community.person();
    for (let amount = 1; amount <= 12; amount++) await give(person, amount);
    const first = await movementsOf(person);
    expect(first.items.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    await give(person, 99);
    const second = await movementsOf(person, next(first));
    // The bonus for signing up came first of all.
    expect(second.items.slice(0, 2).map(({ amount }) => amount)).toEqual([2, 1]);
    expect(second.items.at(-1)).toMatchObject({ sequence: 1 });
    expect(second.nextCursor).toBeNull();
  });

  it('answers the movements of that person alone', async () => {
    const [one, other] = [await community.person(), await community.person()];
    await give(other, 7);
    const { items } = await movementsOf(one);
    expect(items.map(({ amount }) => amount)).not.toContain(7);
  });
});

describe('listPersonEnrolments', () => {
  it('reads every class once, the latest start first, also where several start at once and one is added', async () => {
    const person = await community.person();
    const startsAt = new Date('2026-05-05T05:05:05.123Z');
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      const id = await insertClass(community.db, teacher, { startsAt });
      await insertSeats(community.db, id, person);
      ids.push(id);
    }
    const first = await enrolmentsOf(person, { limit: '3' });
    const later = await insertClass(community.db, teacher, { startsAt: new Date('2026-05-06T05:05:05Z') });
    await insertSeats(community.db, later, person);
    const second = await enrolmentsOf(person, { limit: '3', ...next(first) });
    const third = await enrolmentsOf(person, { limit: '3', ...next(second) });
    const seen = [first, second, third].flatMap(({ items }) => items.map(({ classId }) => classId));
    expect(seen).toHaveLength(7);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(third.nextCursor).toBeNull();
    const all = await enrolmentsOf(person, { limit: '8' });
    expect(all.items[0]).toEqual({
      classId: later,
      title: expect.any(String),
      startsAt: '2026-05-06T05:05:05.000Z',
      status: 'scheduled',
      attended: null,
    });
    // Exactly as many as asked for: no next page.
    expect(all.nextCursor).toBeNull();
  });
});

describe.each(['movements', 'enrolments'])('the %s of a person', (list) => {
  const ask = (who: Person | null, id: string, query = '') =>
    community.request(who, 'GET', `/api/people/${id}/${list}${query}`);

  it('are for administrators alone, not for the person themselves', async () => {
    const person = await community.person();
    await expect(ask(null, person.id)).toBeRefused(peopleRefusals.noSession);
    await expect(ask(person, person.id)).toBeRefused(commonRefusals.notAllowed);
    await expect(ask(teacher, person.id)).toBeRefused(commonRefusals.notAllowed);
  });

  it('are not found for an id of no person and for a deleted account', async () => {
    await expect(ask(admin, crypto.randomUUID())).toBeRefused(commonRefusals.notFound);
    const gone = await community.person();
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date(), deletedAt: new Date() })
      .where('id', '=', gone.id)
      .execute();
    await expect(ask(admin, gone.id)).toBeRefused(commonRefusals.notFound);
  });

  it.each(['?cursor=nonsense', `?cursor=${btoa('["x","y","z"]')}`, '?limit=0', '?limit=101'])(
    'are refused as bad input with %s',
    async (query) => {
      expect((await ask(admin, (await community.person()).id, query)).status).toBe(400);
    },
  );
});
