import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveTexts } from '#features/privacy/export/archive-index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { readOwnRows } from '#server/own-data/own-data.ts';
import { everyOwnData } from '../every-own-data.ts';
import { type Community, newCommunity, type Person } from '../testing/community.ts';
import { fillForPerson, marks } from '../testing/rows/fill-for-person.ts';

/** Columns that name a person, or hold their address, and are in no archive. */
const leftOut: Record<string, string> = {
  ...saying('which administrator or teacher did it; their own archive lists their acts', [
    'calendar_imports.imported_by',
    'certificates.issued_by',
    'class_enrollments.marked_by',
    'classes.roll_closed_by',
    'cup_boards.imported_by',
    'cup_boards.live_by',
    'cup_claims.decided_by',
    'cup_reviews.reviewed_by',
    'cup_seasons.closed_by',
    'orders.settled_by',
    'payments.given_back_by',
    'payments.recorded_by',
    'policy_versions.changed_by',
    'reports.settled_by',
    'teacher_payouts.recorded_by',
    'teacher_profiles.decided_by',
    'video_channels.listed_by',
    'videos.moderated_by',
  ]),
  ...saying('who invited them: that is another person', ['users.invited_by', 'users.invited_by_link']),
  ...saying('a note that a row of the cup counted as a day of practice, which is in the archive', [
    'cup_practice.user_id',
  ]),
  ...saying('that what another person was told has their name', ['notifications.names_person']),
  ...saying('what acts call them, which are in the archive', ['audit_words.person_id']),
  ...saying('a key, not data: a hash that is kept for a day', ['used_codes.user_id']),
  ...saying('what a device has to sign within minutes', ['passkey_challenges.user_id']),
  ...saying('the public password of a demo', ['demo_passwords.user_id']),
  ...saying('copies of answers that the person got, kept for a day', ['idempotency_keys.person_id']),
  ...saying('a part of the ledger, which is in the archive', ['orders.debit_id', 'orders.refund_id']),
};

function saying(reason: string, columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, reason]));
}

let community: Community;
let ana: Person;
let other: Person;
beforeAll(async () => {
  community = await newCommunity();
  other = await community.person({ name: 'Otilia Ajena', role: 'admin' });
  ana = await community.person({ role: 'teacher', verified: true });
  await fillForPerson(community, ana, other);
});
afterAll(() => community.close());

const parts = everyOwnData.flatMap((data) => data.parts);

/** The archive as its reader finds it: the text of each file. */
async function archiveOf(person: Person): Promise<Record<string, string>> {
  const answer = await community.request(person, 'POST', '/api/privacy/export', {});
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('the archive of own data', () => {
  it('every column that says whose a row is belongs to a part, or to a list with the reason', async () => {
    // Foreign keys to people, and columns that are called as if they were one.
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass || '.' || attname as name
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where contype = 'f' and confrelid::regclass::text in ('users', 'wallets')
      union
      select table_name || '.' || column_name from information_schema.columns
        join pg_tables on tablename = table_name and schemaname = 'public'
        where table_schema = 'public' and column_name in ('user_id', 'person_id', 'owner_id', 'teacher_id')`.execute(
      community.db,
    );
    const listed = [...parts.flatMap(({ by }) => by), ...Object.keys(leftOut)];
    expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('no column is excused that a part has, and no excuse names a column that is not there', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
      community.db,
    );
    const columns = rows.map(({ name }) => name);
    const given = parts.flatMap(({ by }) => by);
    expect([...given, ...Object.keys(leftOut)].filter((name) => !columns.includes(name))).toEqual([]);
    expect(given.filter((name) => name in leftOut)).toEqual([]);
  });

  it('has a file for every part of a person who has everything, and says in the index what it is', async () => {
    const files = await archiveOf(ana);
    expect(Object.keys(files).sort()).toEqual(
      [...parts.map(({ name }) => `data/${name}.json`), 'index.html'].sort(),
    );
    for (const { name } of parts) {
      expect(JSON.parse(files[`data/${name}.json`] ?? '[]'), name).not.toEqual([]);
      expect(files['index.html']).toContain(`href="data/${name}.json"`);
    }
    for (const texts of Object.values(archiveTexts)) {
      expect(Object.keys(texts.parts).sort()).toEqual([...parts.map(({ name }) => name), 'picture'].sort());
    }
    // In the language of the account.
    expect(files['index.html']).toContain('Seus dados no Sumi');
  });

  it('holds what the person wrote, and nothing of the others they met', async () => {
    const all = Object.values(await archiveOf(ana)).join('\n');
    for (const mark of [ana.email, ...Object.values(marks)]) expect(all).toContain(mark);
    for (const theirs of [other.name, other.email, other.id]) expect(all).not.toContain(theirs);
    const others = Object.values(await archiveOf(other)).join('\n');
    for (const mark of [ana.email, ana.id, marks.name, marks.handle]) expect(others).not.toContain(mark);
  });

  it.each(parts.map((part) => [part.name, part] as const))(
    'has nothing of other people in its %s for a person who has nothing',
    async (_name, part) => {
      for await (const rows of readOwnRows(community, part, randomUUID())) expect(rows).toEqual([]);
    },
  );

  it('gives the days of practice, from which a streak follows, and not its stored length, which outlasts it', async () => {
    const files = await archiveOf(ana);
    const [profile] = JSON.parse(files['data/profile.json'] ?? '');
    expect(profile).toMatchObject({ lastPracticeDay: expect.any(String) });
    expect(profile).not.toHaveProperty('streakDays');
    expect(JSON.parse(files['data/practice.json'] ?? '')).not.toEqual([]);
  });

  it('holds no key to the account: no hash, secret, token or address that opens a calendar', async () => {
    const all = Object.values(await archiveOf(ana)).join('\n');
    const { rows } = await sql<{
      token: string;
    }>`select token from sessions where user_id = ${ana.id}`.execute(community.db);
    for (const key of [rows[0]?.token ?? '?', '"hash"', 'sealed', 'q'.repeat(43), 'una-clave-publica']) {
      expect(all).not.toContain(key);
    }
  });
});

describe('erasing what is stored about a person', () => {
  it('leaves what others said in the same classes', async () => {
    const where = await newCommunity();
    const leaver = await where.person({ role: 'teacher', verified: true });
    await fillForPerson(where, leaver, await where.person({ role: 'admin' }));
    const stayer = await where.person();
    const statements = [
      sql`insert into class_reviews (class_id, user_id, teacher_id, rating, words)
        select class_id, ${stayer.id}, teacher_id, 4, 'Me quedo' from class_reviews where user_id = ${leaver.id}`,
      sql`insert into class_absences (class_id, user_id, how, recorded_at, reason, words, reason_from)
        select class_id, ${stayer.id}, how, recorded_at, reason, 'Me quedo', reason_from
        from class_absences where user_id = ${leaver.id}`,
      sql`insert into class_messages (class_id, words, written_by, readers)
        select class_id, 'Me quedo', ${stayer.id}, readers from class_messages where written_by = ${leaver.id}`,
      sql`insert into class_waiting (class_id, user_id)
        select class_id, ${stayer.id} from class_waiting where user_id = ${leaver.id}`,
      sql`insert into class_enrollments (class_id, user_id)
        select class_id, ${stayer.id} from class_enrollments where user_id = ${leaver.id}`,
    ];
    for (const statement of statements) await statement.execute(where.db);
    const said = async () => {
      const { rows } = await sql<{ row: string }>`
        select review::text as row from class_reviews review where user_id = ${stayer.id}
        union all select absence::text from class_absences absence where user_id = ${stayer.id}
        union all select message::text from class_messages message where written_by = ${stayer.id}
        union all select wait::text from class_waiting wait where user_id = ${stayer.id}
        union all select seat::text from class_enrollments seat where user_id = ${stayer.id}
        order by 1`.execute(where.db);
      return rows.map(({ row }) => row);
    };
    const before = await said();
    expect(before.length).toBeGreaterThanOrEqual(statements.length);
    await inTransaction(await where.ctxFor(leaver), async (ctx) => {
      for (const { erase } of everyOwnData)
        await erase?.(ctx, { userId: leaver.id, provedEmail: leaver.email, image: null });
    });
    expect(await said()).toEqual(before);
    await where.close();
  });

  it('changes no row of the others, about whom everything is stored that there is', async () => {
    const leaver = await community.person();
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(community.db);
    /** Every row that does not name the leaver. */
    const readOthers = async () => {
      const rows: string[] = [];
      for (const { name } of tables.rows) {
        const found = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t
          where strpos(t::text, ${leaver.id}) = 0 and strpos(t::text, ${leaver.email}) = 0`.execute(
          community.db,
        );
        rows.push(...found.rows.map(({ row }) => `${name} ${row}`));
      }
      return rows;
    };
    const before = await readOthers();
    expect(before.length).toBeGreaterThan(100);
    await inTransaction(await community.ctxFor(leaver), async (ctx) => {
      for (const { erase } of everyOwnData) {
        await erase?.(ctx, {
          userId: leaver.id,
          provedEmail: leaver.email,
          image: null,
        });
      }
    });
    const after = new Set(await readOthers());
    expect(before.filter((row) => !after.has(row))).toEqual([]);
  });
});
