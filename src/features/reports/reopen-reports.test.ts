import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyReportSubject } from '../../every-report-subject.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceBehind } from '../../testing/races/race.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { type ReportedThing, reportRefusals } from './contract.ts';
import { reopenReports } from './reopen-reports.ts';

let community: Community;
let admin: Person;
let ana: Person;
let video: string;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  ana = await community.person();
  video = await insertVideo(community.db, {});
});
afterAll(() => community.close());

const report = (who: Person) =>
  community.request(who, 'POST', '/api/reports', { kind: 'video', subject: video, reason: 'spam' });
const settle = (outcome: 'dismissed' | 'upheld') =>
  community.request(admin, 'PUT', `/api/reports/video/${video}`, { outcome, reason: 'Es publicidad' });
const reopen = (settledAt: string | null) =>
  community.request(admin, 'PUT', `/api/reports/video/${video}/open`, { settledAt });
const queue = async (settled: boolean): Promise<ReportedThing[]> =>
  (await (await community.request(admin, 'GET', `/api/reports?settled=${settled}`)).json()).items;
const acts = async () =>
  (
    await community.db
      .selectFrom('auditLog')
      .select('act')
      .where('subject', '=', video)
      .orderBy('id')
      .execute()
  ).map(({ act }) => act);

it('a dismissed report can be opened again, withdraws its unread notice, and is settled once more', async () => {
  await report(ana);
  await settle('dismissed');
  const [dismissed] = await queue(true);
  expect(await noticeKindsOf(community, ana)).toEqual(['reports.dismissed']);
  expect((await reopen(dismissed?.settledAt ?? null)).status).toBe(200);
  expect(await noticeKindsOf(community, ana)).toEqual([]);
  expect(await queue(true)).toEqual([]);
  expect(await queue(false)).toMatchObject([{ status: 'open', settledBy: null, count: 1 }]);
  await expect(reopen(dismissed?.settledAt ?? null)).toBeRefused(reportRefusals.settledMeanwhile);
  // Upheld reports are not opened again.
  expect((await settle('upheld')).status).toBe(200);
  expect(await acts()).toEqual([
    'reports.dismiss',
    'reports.reopen',
    'reports.uphold',
    'videos.reject-video',
  ]);
  const [upheld] = await queue(true);
  await expect(reopen(upheld?.settledAt ?? null)).toBeRefused(reportRefusals.settledMeanwhile);
  expect(await noticeKindsOf(community, ana)).toEqual(['reports.upheld']);
});

it('of a person who has reported the thing again since, the newer report stays the open one', async () => {
  video = await insertVideo(community.db, {});
  const bea = await community.person();
  await report(ana);
  await report(bea);
  await settle('dismissed');
  const dismissed = (await queue(true)).find(({ subject }) => subject === video);
  await report(ana);
  expect(await (await reopen(dismissed?.settledAt ?? null)).json()).toEqual({ reopened: 1 });
  expect((await queue(false)).find(({ subject }) => subject === video)).toMatchObject({ count: 2 });
  expect((await queue(true)).find(({ subject }) => subject === video)).toMatchObject({ count: 1 });
});

it('reports that are opened again while one of their people reports the thing once more stay dismissed', async () => {
  video = await insertVideo(community.db, {});
  await report(ana);
  await settle('dismissed');
  const dismissed = (await queue(true)).find(({ subject }) => subject === video);
  const ctx = await community.ctxFor(admin);
  const again = { reporterId: ana.id, subjectKind: 'video', subjectId: video, reason: 'spam' } as const;
  const outcomes = await raceBehind(
    ctx,
    ({ db }) => db.insertInto('reports').values(again).execute(),
    () => [
      reopenReports(
        ctx,
        everyReportSubject,
        { kind: 'video', subject: video },
        { settledAt: dismissed?.settledAt ?? '' },
      ),
    ],
  );
  expect(outcomes).toMatchObject([{ status: 'rejected', reason: reportRefusals.settledMeanwhile }]);
});
