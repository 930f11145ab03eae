import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { startVideoSources, type VideoSourcesStandIn } from '../../../testing/stand-ins/video-sources.ts';
import { listProposals } from '../contract.ts';
import { proposalLimit } from './propose-video.ts';

let standIn: VideoSourcesStandIn;
let community: Community;
let ana: Person;
let admin: Person;
beforeAll(async () => {
  standIn = await startVideoSources();
  community = await newCommunity({ videoSources: standIn.sources });
  ana = await community.person({ role: 'teacher', verified: true, name: 'Ana' });
  admin = await community.person({ role: 'admin' });
});
afterAll(async () => {
  await community.close();
  await standIn.close();
});
beforeEach(() => {
  standIn.behaviour = 'fine';
});

const newId = () => randomUUID().slice(-11);
const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`;

async function propose(person: Person | null, form: Record<string, unknown> = {}) {
  const answer = await community.request(person, 'POST', '/api/videos/proposals', {
    address: watch(newId()),
    title: 'Saludos en inglés',
    language: 'en',
    level: 'basic',
    topics: ['conversation'],
    ...form,
  });
  return { status: answer.status, ...(await answer.json()) };
}

async function look(address: string, person = ana) {
  const path = `/api/videos/proposals/preview?address=${encodeURIComponent(address)}`;
  return (await community.request(person, 'GET', path)).json();
}

async function ownProposals(person: Person, cursor = '') {
  return answerOf(
    community.request(person, 'GET', `/api/videos/proposals${cursor && `?cursor=${cursor}`}`),
    listProposals,
  );
}

it('proposeVideo stores a pending video under one canonical address, and the feed does not show it', async () => {
  const id = newId();
  const proposal = await propose(ana, { address: `youtu.be/${id}?si=1`, description: 'Tres frases.' });
  expect(proposal).toMatchObject({
    status: 'pending',
    source: 'youtube',
    sourceId: id,
    sourceUrl: watch(id),
    thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    description: 'Tres frases.',
    topics: ['conversation'],
    reason: null,
  });
  const feed = await (await community.request(admin, 'GET', '/api/videos')).json();
  expect(feed.items).toEqual([]);
  expect((await ownProposals(ana)).items.map((each) => each.id)).toContain(proposal.id);
});

it('proposeVideo refuses an address that is not a video', async () => {
  for (const address of ['https://vimeo.com/1', 'https://vm.tiktok.com.evil.example/ZMabc/', 'hola']) {
    expect(await propose(ana, { address })).toMatchObject({ status: 422, code: 'videos/unknown-address' });
  }
});

it('previewProposal and proposeVideo follow a short link of TikTok to the video, and open nothing else', async () => {
  const video = { source: 'tiktok', sourceId: '7234567890123456789' };
  const sourceUrl = `https://www.tiktok.com/@profe.ana/video/${video.sourceId}`;
  standIn.links.set('/ZMabcdef/', `${sourceUrl}?_r=1`);
  const address = 'https://vm.tiktok.com/ZMabcdef';
  expect(await look(address)).toMatchObject({ ...video, sourceUrl });
  expect(await propose(ana, { address })).toMatchObject({ ...video, sourceUrl, status: 'pending' });
  expect(await look(address)).toMatchObject({ code: 'videos/already-pending' });

  standIn.log = [];
  standIn.links.set('/ZMelsewhere/', `${standIn.url}/secret`);
  for (const link of ['https://vm.tiktok.com/ZMelsewhere/', 'https://vm.tiktok.com/ZMnothing/']) {
    expect(await look(link)).toMatchObject({ code: 'videos/short-link' });
    expect(await propose(ana, { address: link })).toMatchObject({ status: 422, code: 'videos/short-link' });
  }
  expect(new Set(standIn.log.map((each) => each.address))).toEqual(new Set(['/ZMelsewhere/', '/ZMnothing/']));
});

it('previewProposal follows sixty short links of a person, and then no more', async () => {
  const eager = await community.person({ role: 'teacher', verified: true });
  standIn.log = [];
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => look(`https://vm.tiktok.com/ZMeager${n}/`, eager)),
  );
  expect(answers.filter(({ code }) => code === commonRefusals.tooMany.code)).toHaveLength(4);
  expect(standIn.log).toHaveLength(60);
});

it('proposeVideo refuses a known video with its status, whatever its origin and however its address is written', async () => {
  const states = [
    [{ moderationStatus: 'pending' }, 'videos/already-pending'],
    [{ moderationStatus: 'approved' }, 'videos/already-shown'],
    [{ moderationStatus: 'rejected' }, 'videos/already-rejected'],
    [{ moderationStatus: 'approved', isActive: false }, 'videos/already-off'],
  ] as const;
  for (const [traits, code] of states) {
    const id = newId();
    await insertVideo(community.db, { source: 'youtube', sourceId: id, ...traits });
    for (const address of [watch(id), `youtube.com/shorts/${id}`]) {
      expect(await propose(ana, { address })).toMatchObject({ status: 409, code });
      expect(await look(address)).toMatchObject({ code });
    }
  }
});

/** The refusals of eight proposals of one video, which have all looked for it before one of them stores it. */
async function proposeTogether(address: string): Promise<unknown[]> {
  const outcomes = await raceForTable(community.db, 'videos', () =>
    Array.from({ length: 8 }, (_, n) => propose(n % 2 === 0 ? ana : admin, { address })),
  );
  return outcomes.map((one) => (one.status === 'fulfilled' ? one.value.code : one.reason));
}

it('of eight concurrent proposals of one video, proposeVideo stores one', async () => {
  const refusals = await proposeTogether(watch(newId()));
  expect(refusals.sort()).toEqual([...Array(7).fill('videos/already-pending'), undefined]);
});

it('the control: concurrent proposals of one video are all stored without the constraint', async () => {
  const id = newId();
  await sql`alter table videos drop constraint videos_source_source_id_key`.execute(community.db);
  expect(await proposeTogether(watch(id))).toEqual(Array(8).fill(undefined));
  await community.db.deleteFrom('videos').where('sourceId', '=', id).execute();
  await sql`alter table videos add unique (source, source_id)`.execute(community.db);
});

it('proposeVideo refuses students, pending teachers and visitors, and stores nothing', async () => {
  const before = await community.db.selectFrom('videos').select('id').execute();
  expect((await propose(null)).code).toBe('accounts/sign-in-first');
  expect((await propose(await community.person())).code).toBe('accounts/not-allowed');
  const waiting = await community.person({ role: 'teacher', verified: false });
  expect((await propose(waiting)).code).toBe('accounts/not-allowed');
  expect(await community.db.selectFrom('videos').select('id').execute()).toEqual(before);
});

it('proposeVideo refuses invalid fields and ignores protected ones', async () => {
  for (const odd of [
    { title: '' },
    { title: 'a\u0000b' },
    { title: 'a'.repeat(201) },
    { description: '\ud800' },
    { language: 'klingon' },
    { topics: ['cats'] },
    { topics: 'grammar' },
    { level: 'beginner!' },
    { address: 7 },
  ]) {
    expect((await propose(ana, odd)).code, JSON.stringify(odd)).toBe('http/bad-input');
  }
  const sly = await propose(ana, { moderationStatus: 'approved', isSponsored: true, proposedBy: admin.id });
  expect(sly.status).toBe('pending');
  const row = await community.db
    .selectFrom('videos')
    .select(['moderationStatus', 'isSponsored', 'proposedBy'])
    .where('id', '=', sly.id)
    .executeTakeFirst();
  expect(row).toEqual({ moderationStatus: 'pending', isSponsored: false, proposedBy: ana.id });
});

it('proposeVideo takes at most thirty proposals a day from a person', async () => {
  const eager = await community.person({ role: 'teacher', verified: true });
  for (let n = 0; n < proposalLimit.max; n++) expect((await propose(eager)).status).toBe('pending');
  expect(await propose(eager)).toMatchObject({ code: commonRefusals.tooMany.code });
});

it('listProposals shows each teacher only their own proposals, page by page', async () => {
  const luis = await community.person({ role: 'teacher', verified: true });
  expect(await ownProposals(luis)).toEqual({ items: [], nextCursor: null });
  for (let n = 0; n < 25; n++) await propose(luis);
  const first = await ownProposals(luis);
  const second = await ownProposals(luis, first.nextCursor ?? '');
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([20, 5, null]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(25);
});

it('previewProposal answers with the title when the source answers in time', async () => {
  const id = newId();
  standIn.videos = [{ id, title: '  Hola\u202e mundo ' }];
  expect(await look(watch(id))).toMatchObject({ source: 'youtube', sourceId: id, title: 'Hola mundo' });
  for (const behaviour of ['stalls', 'fails', 'huge'] as const) {
    standIn.behaviour = behaviour;
    expect(await look(watch(id))).toMatchObject({ sourceId: id, title: null });
  }
  expect(await look('https://www.instagram.com/reel/CxYz12345/')).toMatchObject({ title: null });
  expect(await look('https://example.org')).toMatchObject({ code: 'videos/unknown-address' });
});

it('previewProposal is rate limited after sixty addresses', async () => {
  const eager = await community.person({ role: 'teacher', verified: true });
  const look = () => {
    const address = encodeURIComponent(`https://www.instagram.com/reel/${newId()}/`);
    return community.request(eager, 'GET', `/api/videos/proposals/preview?address=${address}`);
  };
  const answers = await Promise.all(Array.from({ length: 64 }, look));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
});
