import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
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
const read = (path: string, body: unknown = {}, person = reader) =>
  community.request(person, 'POST', `/api/notifications${path}`, body);

it('a notice is marked as read by its recipient only, and keeps the time of the first call', async () => {
  await tell('teachers.approved');
  const [notice] = (await list()).items;
  const path = `/${notice?.id}/read`;
  expect((await read(path, {}, other)).status).toBe(404);
  expect((await list()).unread).toBe(1);
  expect(await (await read(path)).json()).toEqual({ unread: 0 });
  const [{ readAt } = { readAt: null }] = (await list()).items;
  expect(readAt).not.toBeNull();
  expect((await read(path)).status).toBe(200);
  expect((await list()).items[0]?.readAt).toBe(readAt);
});

it('marking all as read reaches up to the newest notice that was shown', async () => {
  await tell('test.first');
  await tell('test.second', [reader.id, other.id]);
  const [newest] = (await list()).items;
  await tell('test.unseen');
  expect(await (await read('/read', { upTo: newest?.id })).json()).toEqual({ unread: 1 });
  expect((await list()).items.map(({ readAt }) => readAt === null)).toEqual([true, false, false]);
  expect((await list('', other)).unread).toBe(1);
  expect(await (await read('/read')).json()).toEqual({ unread: 0 });
  expect((await list('', other)).unread).toBe(1);
  expect((await read('/read', { upTo: 'x' })).status).toBe(400);
});

it('marking as read invalidates the notices in the reader’s other tabs and in no other person’s', async () => {
  await tell('teachers.approved');
  const events = () =>
    community.db
      .selectFrom('events')
      .select(['kind', 'audience'])
      .where('kind', '=', 'notifications.changed')
      .orderBy('id', 'desc')
      .execute();
  const before = (await events()).length;
  await read('/read');
  expect((await events())[0]).toEqual({ kind: 'notifications.changed', audience: [reader.id] });
  await read('/read');
  expect(await events()).toHaveLength(before + 1);
});

it('marking as read refuses a visitor, a malformed id and a notice that is not there', async () => {
  const id = crypto.randomUUID();
  const asVisitor = community.request(null, 'POST', `/api/notifications/${id}/read`, {});
  await expect(asVisitor).toBeRefused(commonRefusals.signInFirst);
  await expect(read(`/${id}/read`)).toBeRefused(commonRefusals.notFound);
  await expect(read('/x/read')).toBeRefused(commonRefusals.badInput);
});

it('marking all as read never reaches a notice that came after the page was read', async () => {
  await tell('test.first');
  const [shown] = (await list()).items;
  const late = Array.from({ length: 5 }, () => tell('test.late'));
  await Promise.all([...late, read('/read', { upTo: shown?.id })]);
  expect((await list()).unread).toBe(5);
});
