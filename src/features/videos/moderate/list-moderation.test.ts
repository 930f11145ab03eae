import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { listModeration } from '../contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  const ana = await community.person({ name: 'Ana Ñandú' });
  const { id: channelId } = await community.db
    .insertInto('videoChannels')
    .values({ sourceId: `UC${'a'.repeat(22)}`, title: 'Canal Lima', language: 'fr', level: 'basic' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = (day: number) => `2026-11-0${day}T10:00:00Z`;
  const pending = { moderationStatus: 'pending' } as const;
  const youtube = { source: 'youtube', sourceId: 'a-B_9cdEfGh' } as const;
  await insertVideo(community.db, {
    ...pending,
    ...youtube,
    title: '100% útil',
    createdAt: at(2),
    proposedBy: ana.id,
  });
  await insertVideo(community.db, {
    ...pending,
    title: 'Le pain',
    language: 'fr',
    createdAt: at(1),
    channelId,
  });
  await insertVideo(community.db, { title: 'Primero', createdAt: at(3) });
  await insertVideo(community.db, { title: 'Apagado', createdAt: at(4), isActive: false });
  await insertVideo(community.db, { title: 'Malo', createdAt: at(5), moderationStatus: 'rejected' });
});
afterAll(() => community.close());

async function read(query = '') {
  return answerOf(community.request(admin, 'GET', `/api/videos/moderation${query}`), listModeration);
}

const titles = async (query: string) => (await read(query)).items.map(({ title }) => title);

it('listModeration lists pending videos the oldest first, with their proposer or channel', async () => {
  const { items, waiting } = await read('?status=pending');
  expect(items).toMatchObject([
    { title: 'Le pain', proposedBy: null, channel: 'Canal Lima' },
    { title: '100% útil', proposedBy: 'Ana Ñandú', channel: null },
  ]);
  expect(waiting).toBe(2);
});

it.each([
  ['', ['Malo', 'Apagado', 'Primero', '100% útil', 'Le pain']],
  ['?status=approved', ['Apagado', 'Primero']],
  ['?status=approved&active=false', ['Apagado']],
  ['?active=true&status=approved', ['Primero']],
  ['?language=Franc%C3%A9s', ['Le pain']],
  ['?source=youtube', ['100% útil']],
  ['?search=pain', ['Le pain']],
  ['?search=lima', ['Le pain']],
  ['?search=lima%20PAIN', ['Le pain']],
  ['?search=lima%20util', []],
  ['?search=util', ['100% útil']],
  ['?search=%C3%B1and%C3%BA', ['100% útil']],
  ['?search=100%25', ['100% útil']],
  ['?search=%25', ['100% útil']],
  ['?search=_', []],
  ['?search=https%3A%2F%2Fyoutu.be%2Fa-B_9cdEfGh', ['100% útil']],
])('listModeration filters by "%s"', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

it.each([
  '?status=lost',
  '?active=perhaps',
  '?language=klingon',
  '?search=a%00b',
  '?cursor=x',
  '?source=vimeo',
])('listModeration refuses %s', async (query) => {
  expect((await community.request(admin, 'GET', `/api/videos/moderation${query}`)).status).toBe(400);
});

it('listModeration pages through a long queue without a repeat or a gap while videos arrive', async () => {
  for (let n = 0; n < 45; n++) {
    await insertVideo(community.db, { title: `Cola ${n}`, language: 'ko', moderationStatus: 'pending' });
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await read(`?status=pending&language=ko${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
    if (seen.length === 20) {
      await insertVideo(community.db, { title: 'Tarde', language: 'ko', moderationStatus: 'pending' });
    }
  }
  expect(seen).toEqual([...Array.from({ length: 45 }, (_, n) => `Cola ${n}`), 'Tarde']);
});
