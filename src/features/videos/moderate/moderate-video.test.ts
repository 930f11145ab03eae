import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoMs } from '#features/notifications/delivery/plan-delivery.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { moderateVideo } from './moderate-video.ts';

let community: Community;
let admin: Person;
let other: Person;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Dora' });
  other = await community.person({ role: 'admin' });
  ana = await community.person({ role: 'teacher', verified: true });
});
afterAll(() => community.close());

const waiting = () => insertVideo(community.db, { moderationStatus: 'pending', proposedBy: ana.id });

async function decide(id: string, body: Record<string, unknown>, person: Person = admin) {
  const answer = await community.request(person, 'PUT', `/api/videos/${id}/moderation`, body);
  return { http: answer.status, ...(await answer.json()) };
}

async function notices(kind: string) {
  const rows = await community.db
    .selectFrom('notifications')
    .select(['detail', 'link'])
    .where('userId', '=', ana.id)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .execute();
  return rows;
}

async function acts(subject: string) {
  const rows = await community.db
    .selectFrom('auditLog')
    .select(['act', 'actorId', 'personId', 'reason'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return rows;
}

async function isShown(id: string): Promise<boolean> {
  const feed = await (await community.request(ana, 'GET', '/api/videos')).json();
  return feed.items.some((video: { id: string }) => video.id === id);
}

it('moderateVideo approves a video: the feed shows it, its proposer gets a notice, the audit log has the act', async () => {
  const id = await waiting();
  expect(await isShown(id)).toBe(false);
  expect(await decide(id, { from: 'pending', to: 'approved' })).toMatchObject({
    http: 200,
    status: 'approved',
    moderatedBy: 'Dora',
  });
  expect(await isShown(id)).toBe(true);
  expect(await notices('videos.approved')).toEqual([
    { detail: { title: 'Un video' }, link: '/feed/proposals' },
  ]);
  expect(await acts(id)).toEqual([
    { act: 'videos.approve-video', actorId: admin.id, personId: ana.id, reason: null },
  ]);
});

it('moderateVideo rejects a video: the feed hides it, and its proposer gets the reason', async () => {
  const id = await waiting();
  const reason = 'El sonido no se entiende.';
  expect(await decide(id, { from: 'pending', to: 'rejected', reason })).toMatchObject({
    http: 200,
    status: 'rejected',
    reason,
  });
  expect(await isShown(id)).toBe(false);
  expect(await notices('videos.rejected')).toEqual([
    { detail: { title: 'Un video', reason }, link: '/feed/proposals' },
  ]);
  expect(await acts(id)).toMatchObject([{ act: 'videos.reject-video', reason }]);
  const own = await (await community.request(ana, 'GET', '/api/videos/proposals')).json();
  expect(own.items.find((each: { id: string }) => each.id === id)).toMatchObject({
    status: 'rejected',
    reason,
  });
});

it('moderateVideo refuses a rejection without a reason and a decision that changes nothing', async () => {
  const id = await waiting();
  for (const body of [
    { from: 'pending', to: 'rejected' },
    { from: 'pending', to: 'rejected', reason: '  ' },
    { from: 'pending', to: 'pending' },
    { to: 'approved' },
  ]) {
    expect(await decide(id, body)).toMatchObject({ http: 400 });
  }
  expect(await acts(id)).toEqual([]);
});

it('moderateVideo takes a decision back: the video is pending again, and its proposer gets a notice', async () => {
  const id = await waiting();
  await decide(id, { from: 'pending', to: 'approved' });
  community.setNow(new Date(Date.now() + undoMs + 1000));
  expect(await decide(id, { from: 'approved', to: 'pending' })).toMatchObject({
    status: 'pending',
    moderatedBy: null,
    moderatedAt: null,
  });
  expect(await isShown(id)).toBe(false);
  expect(await notices('videos.reopened')).toHaveLength(1);
  community.setNow(null);
});

it('a proposer is not told of a decision that is undone at once, and of one that is changed at once by the last alone', async () => {
  const [approved, reopened] = [await notices('videos.approved'), await notices('videos.reopened')];
  const id = await waiting();
  await decide(id, { from: 'pending', to: 'approved' });
  await decide(id, { from: 'approved', to: 'pending' });
  expect(await notices('videos.approved')).toHaveLength(approved.length);
  expect(await notices('videos.reopened')).toHaveLength(reopened.length);
  const rejected = await notices('videos.rejected');
  await decide(id, { from: 'pending', to: 'rejected', reason: 'Se oye mal' });
  await decide(id, { from: 'rejected', to: 'approved' });
  expect(await notices('videos.rejected')).toHaveLength(rejected.length);
  expect(await notices('videos.approved')).toHaveLength(approved.length + 1);
});

it('a proposer is not told again that a video is approved whose rejection is undone at once', async () => {
  const id = await waiting();
  await decide(id, { from: 'pending', to: 'approved' });
  community.setNow(new Date(Date.now() + undoMs + 1000));
  const told = await noticesOf(community, ana, 'videos.%');
  await decide(id, { from: 'approved', to: 'rejected', reason: 'Se oye mal' });
  await decide(id, { from: 'rejected', to: 'approved' });
  expect(await noticesOf(community, ana, 'videos.%')).toHaveLength(told.length);
  // Reopened at once, it is not what the proposer knew: approved.
  await decide(id, { from: 'approved', to: 'rejected', reason: 'Se oye mal' });
  await decide(id, { from: 'rejected', to: 'pending' });
  expect(await noticesOf(community, ana, 'videos.%')).toHaveLength(told.length + 1);
  community.setNow(null);
});

it('moderateVideo keeps a decision that another administrator made meanwhile', async () => {
  const id = await waiting();
  await decide(id, { from: 'pending', to: 'approved' });
  expect(await decide(id, { from: 'pending', to: 'rejected', reason: 'No' }, other)).toMatchObject({
    http: 409,
    code: 'videos/decided-meanwhile',
  });
  expect(await acts(id)).toHaveLength(1);
});

/**
 * Approves and rejects in parallel; returns how many of the two succeeded. Both have read the video, or wait for its
 * lock, before one writes its line in the audit log.
 */
async function race(ctx: Ctx, id: string): Promise<number> {
  const both = await raceForTable(community.db, 'auditLog', () => [
    moderateVideo(ctx, { id, from: 'pending', to: 'approved' }),
    moderateVideo(ctx, { id, from: 'pending', to: 'rejected', reason: 'No' }),
  ]);
  return both.filter(({ status }) => status === 'fulfilled').length;
}

it('of a parallel approval and rejection, moderateVideo does one', async () => {
  const ctx = await community.ctxFor(admin);
  const id = await waiting();
  expect(await race(ctx, id)).toBe(1);
  expect(await acts(id)).toHaveLength(1);
});

it('the control: without the row lock moderateVideo does both', async () => {
  const ctx = withoutRowLocks(await community.ctxFor(admin));
  expect(await race(ctx, await waiting())).toBe(2);
});

it('an approval says whether a video is for kids, and every other decision takes that mark away', async () => {
  const id = await waiting();
  const kid = await community.person({ ageGroup: 'kid' });
  const seenByKid = async () =>
    (await (await community.request(kid, 'GET', '/api/videos')).json()).items.some(
      (video: { id: string }) => video.id === id,
    );
  expect(await decide(id, { from: 'pending', to: 'approved' })).toMatchObject({ isForKids: false });
  expect(await seenByKid()).toBe(false);
  await decide(id, { from: 'approved', to: 'pending' });
  expect(await decide(id, { from: 'pending', to: 'approved', isForKids: true })).toMatchObject({
    isForKids: true,
  });
  expect(await seenByKid()).toBe(true);
  expect(await decide(id, { from: 'approved', to: 'pending' })).toMatchObject({ isForKids: false });
  expect(await decide(id, { from: 'pending', to: 'rejected', reason: 'No', isForKids: true })).toMatchObject({
    http: 400,
  });
});

it('a video is for kids neither before its approval nor with a sponsor, and the database says so too', async () => {
  const id = await waiting();
  const change = async (body: object) =>
    (await community.request(admin, 'PATCH', `/api/videos/${id}`, body)).json();
  expect(await change({ isForKids: true })).toMatchObject({ code: 'videos/kids-after-approval' });
  await change({ isSponsored: true });
  expect(await decide(id, { from: 'pending', to: 'approved', isForKids: true })).toMatchObject({
    code: 'videos/no-sponsors-for-kids',
  });
  await decide(id, { from: 'pending', to: 'approved' });
  expect(await change({ isForKids: true })).toMatchObject({ code: 'videos/no-sponsors-for-kids' });
  expect(await change({ isForKids: true, isSponsored: false })).toMatchObject({ isForKids: true });
  expect(await change({ isSponsored: true })).toMatchObject({ code: 'videos/no-sponsors-for-kids' });
  const force = (traits: object) =>
    community.db.updateTable('videos').set(traits).where('id', '=', id).execute();
  await expect(force({ isSponsored: true })).rejects.toThrow('no_sponsors_for_kids');
  await expect(force({ moderationStatus: 'pending' })).rejects.toThrow('only_approved_for_kids');
});
