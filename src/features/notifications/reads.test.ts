import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { listNotifications, type Notice } from './contract.ts';
import { notify } from './notify.ts';

let community: Community;
let reader: Person;
let other: Person;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(async () => {
  [reader, other] = [await community.person(), await community.person()];
});

type Page = { items: Notice[]; nextCursor: string | null; unread: number };
const list = async (query = '', person = reader): Promise<Page> => {
  return answerOf(community.request(person, 'GET', `/api/notifications${query}`), listNotifications);
};
const tell = async (kind: string, to = [reader.id], detail = {}) =>
  notify(await community.ctxFor(), { to, kind, detail, link: '/teacher' });

it('a member reads their own notices only, newest first', async () => {
  await tell('teachers.rejected', [reader.id], { reason: 'Falta algo.', at: null, years: 3 });
  await tell('teachers.approved', [reader.id, other.id, reader.id]);
  const { items, unread, nextCursor } = await list();
  expect(items.map(({ kind }) => kind)).toEqual(['teachers.approved', 'teachers.rejected']);
  expect(items[1]).toEqual({
    id: expect.any(String),
    kind: 'teachers.rejected',
    detail: { reason: 'Falta algo.', at: null, years: 3 },
    link: '/teacher',
    createdAt: expect.any(String),
    readAt: null,
  });
  expect([unread, nextCursor]).toEqual([2, null]);
  expect((await list('', other)).items.map(({ kind }) => kind)).toEqual(['teachers.approved']);
});

it('the pages of notices hold each notice once, also when one is added in between', async () => {
  for (const nth of [1, 2, 3, 4, 5]) await tell(`test.kind-${'abcde'[nth - 1]}`);
  const first = await list('?limit=2');
  await tell('test.later');
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  const third = await list(`?limit=2&cursor=${second.nextCursor}`);
  expect([first, second, third].flatMap(({ items }) => items.map(({ kind }) => kind))).toEqual([
    'test.kind-e',
    'test.kind-d',
    'test.kind-c',
    'test.kind-b',
    'test.kind-a',
  ]);
  expect(third.nextCursor).toBeNull();
  for (const query of ['cursor=x', 'cursor=WyJhIl0', 'limit=0', 'limit=51']) {
    expect((await community.request(reader, 'GET', `/api/notifications?${query}`)).status, query).toBe(400);
  }
});
