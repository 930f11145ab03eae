import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Community, newCommunity, type Person, testSecret } from '../testing/community.ts';
import { startServer, urlOf } from '../testing/processes/start-server.ts';

let community: Community;
let person: Person;
beforeAll(async () => {
  community = await newCommunity();
  person = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

/** Each setting with its days and how a row of so many days is written. No two settings have the same days. */
const kept: Record<string, { days: number; table: string; write: (days: number) => Promise<unknown> }> = {
  SESSION_MAX_DAYS: {
    days: 41,
    table: 'sessions',
    write: (days) =>
      sql`insert into sessions (user_id, token, created_at, expires_at) values
        (${person.id}, ${`of-${days}-days`}, ${ago(days)}, now() + interval '1 day')`.execute(community.db),
  },
  KEEP_NOTICES_DAYS: {
    days: 31,
    table: 'notifications',
    write: (days) =>
      sql`insert into notifications (id, user_id, kind, created_at)
        select uuidv7(-ago), ${person.id}, 'tests.row', now() - ago
        from make_interval(days => ${days}) ago`.execute(community.db),
  },
  KEEP_REPORTS_DAYS: {
    days: 51,
    table: 'reports',
    write: (days) =>
      sql`insert into reports (reporter_id, subject_kind, subject_id, reason, status, settled_at) values
        (${person.id}, 'video', 'x', 'spam', 'upheld', ${ago(days)})`.execute(community.db),
  },
  KEEP_LEADS_DAYS: {
    days: 61,
    table: 'quiz_leads',
    write: (days) =>
      sql`insert into quiz_leads (name, email, country, language, level, goals, learning_style, available_time, modality,
        created_at) values ('Ana', 'ana@example.org', 'México', 'en', 'basic', '{a}', '{a}', 'noche', '{b}',
        ${ago(days)})`.execute(community.db),
  },
  KEEP_AUDIT_DAYS: {
    days: 400,
    table: 'audit_log',
    write: (days) =>
      sql`insert into audit_log (actor_id, act, created_at) values (${person.id}, 'people.ban', ${ago(days)})`.execute(
        community.db,
      ),
  },
};
const ago = (days: number) => sql`now() - make_interval(days => ${days})`;

it('a server that starts deletes what is older than its setting says, and nothing younger', async () => {
  const countRows = async () => {
    const counts: Record<string, number> = {};
    for (const [setting, { table }] of Object.entries(kept)) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
        community.db,
      );
      counts[setting] = rows[0]?.n ?? 0;
    }
    return counts;
  };
  const ofOthers = await countRows();
  for (const { days, write } of Object.values(kept)) for (const age of [days - 1, days + 1]) await write(age);
  const server = await startServer({
    DATABASE_URL: urlOf(community.address),
    SECRET: testSecret,
    ...Object.fromEntries(Object.entries(kept).map(([setting, { days }]) => [setting, String(days)])),
  });
  onTestFinished(() => server.end());
  const oneMore = Object.fromEntries(Object.entries(ofOthers).map(([setting, n]) => [setting, n + 1]));
  await expect.poll(countRows, { timeout: 60_000 }).toEqual(oneMore);
}, 240_000);
