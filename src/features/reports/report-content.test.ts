import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { dayMs } from '#shared/time/durations.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { insertAttended } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { listReports, reportRefusals } from './contract.ts';
import { reportLimit } from './rules.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const report = (who: Person | null, kind: string, subject: string, more: object = {}) =>
  community.request(who, 'POST', '/api/reports', { kind, subject, reason: 'harmful', ...more });

async function kept(subject: string) {
  const { rows } = await sql<{ reason: string; words: string | null; status: string }>`
    select reason, words, status from reports where subject_id = ${subject} order by id`.execute(
    community.db,
  );
  return rows;
}

it('reportContent keeps the report of a member about a video of the feed', async () => {
  const video = await insertVideo(community.db, {});
  const answer = await report(await community.person(), 'video', video, { words: 'Insulta a un grupo' });
  expect(answer.status).toBe(200);
  expect(await kept(video)).toEqual([{ reason: 'harmful', words: 'Insulta a un grupo', status: 'open' }]);
});

it('reportContent replaces the open report that the same person made about the same thing', async () => {
  const ana = await community.person();
  const video = await insertVideo(community.db, {});
  await report(ana, 'video', video);
  await report(ana, 'video', video, { reason: 'other', words: 'Se oye muy mal' });
  expect(await kept(video)).toEqual([{ reason: 'other', words: 'Se oye muy mal', status: 'open' }]);
});

it('reportContent takes an id in capital letters for the same thing', async () => {
  const ana = await community.person();
  const video = await insertVideo(community.db, {});
  await report(ana, 'video', video);
  expect((await report(ana, 'video', video.toUpperCase(), { reason: 'spam', words: null })).status).toBe(200);
  expect(await kept(video)).toEqual([{ reason: 'spam', words: null, status: 'open' }]);
  expect(await kept(video.toUpperCase())).toEqual([]);
});

it('reportContent takes "other" only with words', async () => {
  const video = await insertVideo(community.db, {});
  const ana = await community.person();
  for (const words of [undefined, null, '   '])
    expect((await report(ana, 'video', video, { reason: 'other', words })).status).toBe(400);
  expect(await kept(video)).toEqual([]);
});

it('reportContent answers 404 for what the person does not see: a video that is not shown, or to a kid not for kids', async () => {
  const ana = await community.person();
  const kid = await community.person();
  await sql`update profiles set age_group = 'kid' where user_id = ${kid.id}`.execute(community.db);
  const pending = await insertVideo(community.db, { moderationStatus: 'pending' });
  const shown = await insertVideo(community.db, {});
  await expect(report(ana, 'video', pending)).toBeRefused(commonRefusals.notFound);
  await expect(report(kid, 'video', shown)).toBeRefused(commonRefusals.notFound);
  await expect(report(ana, 'teacher', ana.id)).toBeRefused(commonRefusals.notFound);
  await expect(report(ana, 'review', '0'.repeat(32))).toBeRefused(commonRefusals.notFound);
});

it('reportContent refuses an id that is none of its kind before it looks for it', async () => {
  const ana = await community.person();
  for (const [kind, subject] of [
    ['video', 'a'.repeat(32)],
    ['teacher', 'a'.repeat(36)],
    ['review', ana.id],
    ['person', ana.id],
  ] as const)
    expect((await report(ana, kind, subject)).status, `${kind} ${subject}`).toBe(400);
});

it('reportContent takes a review of a public page by the key that visitors see, while visitors see it', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const author = await community.person();
  const classId = await insertAttended(community.db, teacher, author);
  await community.db
    .insertInto('classReviews')
    .values({
      classId,
      userId: author.id,
      teacherId: teacher.id,
      rating: 1,
      words: 'Grosera.',
      mayQuote: true,
    })
    .execute();
  const page = await (await community.request(null, 'GET', `/api/teachers/${teacher.id}/reviews`)).json();
  const { key } = page.items[0];
  const ana = await community.person();
  expect((await report(ana, 'review', key)).status).toBe(200);
  await sql`update class_reviews set hidden_at = now() where class_id = ${classId}`.execute(community.db);
  await expect(report(ana, 'review', key)).toBeRefused(commonRefusals.notFound);
});

it('reportContent takes the name of a teacher from every member, of a student from their teachers, and of others from none', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const other = await community.person({ role: 'teacher', verified: true });
  const [student, kid, ana] = [await community.person(), await community.person(), await community.person()];
  await sql`update profiles set age_group = 'kid' where user_id = ${kid.id}`.execute(community.db);
  await insertAttended(community.db, teacher, student);
  expect((await report(ana, 'name', teacher.id)).status).toBe(200);
  expect((await report(teacher, 'name', student.id)).status).toBe(200);
  for (const who of [other, ana, kid])
    await expect(report(who, 'name', student.id)).toBeRefused(commonRefusals.notFound);
  // A teacher does not see the students of others.
  await expect(report(teacher, 'name', ana.id)).toBeRefused(commonRefusals.notFound);
  expect((await report(admin, 'name', kid.id)).status).toBe(200);
  await expect(report(ana, 'cup-name', ana.id)).toBeRefused(commonRefusals.notFound);
});

it('reportContent takes at most twenty reports a day from a person', async () => {
  const ana = await community.person();
  const video = await insertVideo(community.db, {});
  for (let n = 0; n < reportLimit.max; n++) expect((await report(ana, 'video', video)).status).toBe(200);
  await expect(report(ana, 'video', video)).toBeRefused(commonRefusals.tooMany);
});

it('reportContent refuses an account whose address is not proved, where the server sends letters', async () => {
  const mailing = await newCommunity({ mail: 'sent' });
  onTestFinished(() => mailing.close());
  const [person, proved] = [await mailing.person(), await mailing.person()];
  await mailing.db.updateTable('users').set({ emailVerified: true }).where('id', '=', proved.id).execute();
  const subject = await insertVideo(mailing.db, {});
  const ask = (who: Person) =>
    mailing.request(who, 'POST', '/api/reports', { kind: 'video', subject, reason: 'spam' });
  await expect(await ask(person)).toBeRefused(confirmEmailFirst);
  expect((await ask(proved)).status).toBe(200);
});

it('reportContent takes the report of a kid without a mailbox whose guardian consented, and of none whose guardian withdrew', async () => {
  const mailing = await newCommunity({ mail: 'sent' });
  onTestFinished(() => mailing.close());
  const [kid, consenting] = [await mailing.person(), await mailing.person({ role: 'admin' })];
  const { db } = mailing;
  const consent = (given: boolean) =>
    mailing.request(consenting, 'PUT', `/api/people/${kid.id}/guardian-consent`, { given });
  await db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', kid.id).execute();
  await db.insertInto('guardianConsents').values({ userId: kid.id }).execute();
  const subject = await insertVideo(db, { isForKids: true });
  const ask = () =>
    mailing.request(kid, 'POST', '/api/reports', { kind: 'video', subject, reason: 'harmful' });
  await expect(await ask()).toBeRefused(confirmEmailFirst);
  await consent(true);
  expect((await ask()).status).toBe(200);
  await consent(false);
  await expect(await ask()).toBeRefused(confirmEmailFirst);
});

it('reports of a banned person are neither listed, counted nor settled, and come back when the ban ends', async () => {
  const [ana, beto] = [await community.person(), await community.person()];
  const [alone, both] = [await insertVideo(community.db, {}), await insertVideo(community.db, {})];
  await report(ana, 'video', alone);
  await report(ana, 'video', both);
  await report(beto, 'video', both);
  const ban = (bannedAt: Date | null) =>
    community.db.updateTable('users').set({ bannedAt }).where('id', '=', ana.id).execute();
  const queue = async () => {
    const { items } = await answerOf(community.request(admin, 'GET', '/api/reports'), listReports);
    return items
      .filter(({ subject }) => [alone, both].includes(subject))
      .map(({ subject, count, reports }) => [subject, count, reports.items.length]);
  };
  const counted = async () =>
    (await (await community.request(admin, 'GET', '/api/admin/waiting')).json()).reports;
  const before = await counted();
  expect(await queue()).toEqual([
    [alone, 1, 1],
    [both, 2, 2],
  ]);
  await ban(new Date());
  expect(await queue()).toEqual([[both, 1, 1]]);
  expect(await counted()).toBe(before - 1);
  const settle = (subject: string) =>
    community.request(admin, 'PUT', `/api/reports/video/${subject}`, { outcome: 'dismissed', reason: null });
  await expect(await settle(alone)).toBeRefused(reportRefusals.settledMeanwhile);
  expect((await settle(both)).status).toBe(200);
  await ban(null);
  expect(await queue()).toEqual([
    [alone, 1, 1],
    [both, 1, 1],
  ]);
});

it('reportContent takes the report of a member who has reported something every day for weeks', async () => {
  const ana = await community.person();
  const video = await insertVideo(community.db, {});
  const begun = Date.now();
  for (let day = 0; day < 2 * reportLimit.max; day++) {
    // Always a minute earlier, so that no whole day lies between two.
    community.setNow(new Date(begun + day * (dayMs - 60_000)));
    expect((await report(ana, 'video', video)).status, `on day ${day}`).toBe(200);
  }
  community.setNow(null);
});

it('a report names no person to the author: only administrators read the queue', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  await report(await community.person({ name: 'Renata' }), 'teacher', teacher.id);
  expect((await community.request(teacher, 'GET', '/api/reports')).status).toBe(403);
  const { items } = await (await community.request(admin, 'GET', '/api/reports')).json();
  const thing = items.find(({ subject }: { subject: string }) => subject === teacher.id);
  expect(thing).toMatchObject({ title: teacher.name, isShown: true, count: 1 });
  expect(thing.reports.items).toMatchObject([{ by: 'Renata', reason: 'harmful' }]);
});
