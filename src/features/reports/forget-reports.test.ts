import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { forgetReports } from './forget-reports.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('forgetReports deletes reports so many days after they were settled, and no open one', async () => {
  const ana = await community.person();
  const [old, recent, open] = await Promise.all(
    [181, 179, null].map(async (days) => {
      const video = await insertVideo(community.db, {});
      await community.request(ana, 'POST', '/api/reports', {
        kind: 'video',
        subject: video,
        reason: 'harmful',
      });
      await sql`update reports set created_at = now() - interval '300 days' where subject_id = ${video}`.execute(
        community.db,
      );
      if (days !== null)
        await sql`update reports set status = 'dismissed', settled_at = now() - ${days} * interval '1 day'
          where subject_id = ${video}`.execute(community.db);
      return video;
    }),
  );
  await forgetReports(180).run(await community.ctxFor());
  const { rows } = await sql<{ subjectId: string }>`select subject_id from reports`.execute(community.db);
  const left = rows.map(({ subjectId }) => subjectId);
  expect([old, recent, open].map((id) => left.includes(id ?? ''))).toEqual([false, true, true]);
});
