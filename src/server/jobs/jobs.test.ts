import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { connect } from '../db/connect.ts';
import { createLog } from '../log.ts';
import { startJobs } from './start-jobs.ts';
import { sweep } from './sweep.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('the sweep takes what has ended and leaves what has not', async () => {
  const { db } = community;
  const person = await community.person();
  const other = await community.anotherSession(person);
  await sql`update sessions set expires_at = now() - interval '1 hour'
    where id = (select id from sessions where user_id = ${person.id} order by id limit 1)`.execute(db);
  await sql`insert into events (kind, created_at) values ('old.one', now() - interval '2 days'), ('new.one', now())`.execute(
    db,
  );
  await sweep.run(db);
  const kinds = await db.selectFrom('events').select('kind').where('kind', 'like', '%.one').execute();
  expect(kinds).toEqual([{ kind: 'new.one' }]);
  const sessions = await db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute();
  expect(sessions).toHaveLength(1);
  expect((await community.request(other, 'GET', '/api/profiles/me')).status).toBe(200);
});

it('two processes put a chore on the clock once, and stop when asked', async () => {
  const [one, two] = [connect(community.address), connect(community.address)];
  const chore = { name: 'often', cron: '* * * * *', run: async () => {} };
  const log = createLog('silent');
  const started = await Promise.all([one, two].map(({ pool, db }) => startJobs(pool, db, log, [chore])));
  const scheduled = await sql<{ name: string; cron: string }>`select name, cron from jobs.schedule`.execute(
    community.db,
  );
  expect(scheduled.rows).toEqual([{ name: 'often', cron: '* * * * *' }]);
  await Promise.all(started.map((jobs) => jobs.stop()));
  await Promise.all([one.close(), two.close()]);
});
