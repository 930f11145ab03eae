import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classTables } from '#features/classes/mark-own-classes.ts';
import { listClasses, listTodaysClubs } from '#features/classes/reads.ts';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { cupTables, listCup } from '#features/cup/reads.ts';
import { landingTables, readLanding } from '#features/landing/reads.ts';
import { itemTables, readItems } from '#features/store/reads.ts';
import { readShelves, shelfTables } from '#features/videos/feed/read-shelves.ts';
import type { Ctx } from '#server/ctx.ts';
import { nobody, visitor } from '#shared/actor.ts';
import type { Community, Person } from './testing/community.ts';
import { type SharedReadsScene, sharedReadsScene, start } from './testing/shared-reads-scene.ts';

/*
 * Pages that readers share (decisions/0014): they show no reader what is another's, and they are as fresh as pages
 * that are read fresh. One process of this community keeps pages. The other reads each page as its reader, on the
 * same database.
 */

let community: Community;
let keeping: Community['request'];
let people: SharedReadsScene['people'];
let admin: Person;
let publishBoard: SharedReadsScene['publishBoard'];
beforeAll(async () => {
  ({ community, keeping, people, admin, publishBoard } = await sharedReadsScene());
});
afterAll(() => community.close());

const idOf = (who: string) => people[who]?.id ?? '';

/** Who is asked what: readers who differ in one trait of those that a page depends on. */
const inTheCup = ['a visitor', 'a student', 'a kid', 'a student with a claim', 'a student with a row'];
const inClasses = [
  'a visitor',
  'a student',
  'a student with a seat',
  'a student who is offered a seat',
  'a student who waits',
  'a student with another tier',
  'a student of another language',
  'a student elsewhere',
  'a kid',
  'a kid without consent',
  'a student who taught',
  'a teacher',
  'an administrator',
];
const inTheFeed = [
  'a visitor',
  'a student',
  'a student with a seat',
  'a student of another language',
  'a kid',
  'a teacher',
];
const anywhere = ['a visitor', 'an administrator'];

/**
 * Every page that is shared, how it is read, and the tables that its route names. In those of `ofNobody` the read
 * looks up the rows of one person, who does not exist; notes count for a student who attended.
 */
const shared: Record<
  string,
  {
    tables: readonly string[];
    ofNobody?: string[];
    reads: ((ctx: Ctx) => Promise<unknown>)[];
    readers: string[];
    paths: string[];
  }
> = {
  listCup: {
    tables: cupTables,
    reads: [
      (ctx) => listCup({ ...ctx, actor: nobody }, { order: 'xp' }),
      (ctx) => listCup({ ...ctx, actor: visitor }, { order: 'streak', season: '2026-11' }),
    ],
    readers: inTheCup,
    paths: ['/api/cup', '/api/cup?order=streak&language=fr', '/api/cup?season=2026-11'],
  },
  listClasses: {
    tables: classTables,
    ofNobody: ['class_enrollments', 'class_notes', 'class_reviews'],
    reads: [
      (ctx) => listClasses({ ...ctx, actor: nobody }, { limit: 50 }),
      (ctx) =>
        listClasses({ ...ctx, actor: { ...nobody, languages: ['en'] } }, { limit: 2, language: 'any' }),
    ],
    readers: inClasses,
    paths: ['/api/classes?limit=3', '/api/classes?language=any&kind=club'],
  },
  listTodaysClubs: {
    tables: classTables,
    ofNobody: ['class_enrollments', 'class_notes', 'class_reviews'],
    reads: [(ctx) => listTodaysClubs({ ...ctx, actor: nobody }, { kind: 'club' })],
    readers: inClasses,
    paths: ['/api/classes/today'],
  },
  listStoreItems: {
    tables: itemTables,
    reads: [(ctx) => readItems({ ...ctx, actor: visitor })],
    readers: anywhere,
    paths: ['/api/store/items'],
  },
  listFeed: {
    tables: shelfTables,
    reads: [(ctx) => readShelves({ ...ctx, actor: nobody })],
    readers: inTheFeed,
    paths: ['/api/videos', '/api/videos?language=en&topic=food'],
  },
  readLanding: {
    tables: landingTables,
    reads: [
      (ctx) => readLanding({ ...ctx, actor: visitor }, { whatsApp: '', examples: false, networks: {} }),
    ],
    readers: anywhere,
    paths: ['/api/landing'],
  },
};
describe('pages that readers share', () => {
  it('are exactly those of these tests', () => {
    const routes = globSync(path.join(import.meta.dirname, 'features/*/routes.ts'));
    const mounted = routes.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/serveShared(?:<[^>]+>)?\(api, contract\.(\w+)/g)].map(
        ([, id]) => id,
      ),
    );
    expect(mounted.sort()).toEqual(Object.keys(shared).sort());
  });

  it.each(Object.entries(shared))(
    '%s names every table that it reads, and no other',
    async (_id, { tables, ofNobody = [], reads }) => {
      const ctx = await community.ctxFor();
      const read = new Set<string>();
      for (const act of reads) for (const table of await tablesReadBy(ctx, act)) read.add(table);
      expect([...read].sort()).toEqual([...tables, ...ofNobody].sort());
    },
  );

  it('are read from tables whose triggers tell every change that a page can show', async () => {
    const { rows } = await sql<{ table: string; told: number }>`
      select relname as "table", bit_or(tgtype)::integer as told from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where tgfoid = 'tell_stale'::regproc and tgenabled <> 'D' group by relname`.execute(community.db);
    const told = Object.fromEntries(rows.map((row) => [row.table, row.told]));
    const [inserts, deletes, updates, truncates] = [4, 8, 16, 32];
    for (const table of new Set(Object.values(shared).flatMap(({ tables }) => tables))) {
      // A person who has just signed up is an adult without a role, a row or a class: no page shows them.
      const whole = deletes + updates + truncates + (table === 'users' ? 0 : inserts);
      expect((told[table] ?? 0) & whole, table).toBe(whole);
    }
  });

  it('show each reader what a process that keeps no page shows them, after every act and on every process', async () => {
    let before = await everything(community.request);
    expect(await differencesTo(before)).toEqual([]);
    for (const [name, act] of Object.entries(acts)) {
      await act();
      const after = await everything(community.request);
      expect(after, `${name} changes a page`).not.toEqual(before);
      before = after;
      await expect.poll(() => differencesTo(after), { message: name }).toEqual([]);
    }
  }, 240_000);

  it('show a person at once what they have just changed themselves', async () => {
    for (const price of [31, 32, 33, 34, 35]) {
      await keeping(admin, 'GET', '/api/store/items');
      const answer = await keeping(admin, 'PATCH', '/api/store/items/custom-avatar', { price });
      expect(answer.status).toBe(200);
      const { items } = (await (await keeping(admin, 'GET', '/api/store/items')).json()) as {
        items: { id: string; price: number }[];
      };
      expect(items.find(({ id }) => id === 'custom-avatar')?.price).toBe(price);
    }
  });

  it('are answered to a browser that has them with a bare 304, until they change', async () => {
    const ask = (etag: string) => keeping(null, 'GET', '/api/cup', undefined, { 'if-none-match': etag });
    const first = await ask('');
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask(etag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('x-content-type-options')).toBe('nosniff');
    await publishBoard(5555);
    await expect.poll(async () => (await ask(etag)).status).toBe(200);
  });

  it('are stored by no browser where something of the reader is in them', async () => {
    const answer = await keeping(people['a student with a row'] ?? null, 'GET', '/api/cup');
    expect(await answer.text()).toContain('"own":true');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('etag')).toBeNull();
  });
});

/** What people and administrators do, by requests to either process and by SQL alone, which sends no NOTIFY. */
const acts: Record<string, () => Promise<unknown>> = {
  'a student takes a seat': () => ask(community.request, 'a student with a seat', 'POST', 0),
  'a student takes a seat in a class that their list does not show': () =>
    ask(community.request, 'a student of another language', 'POST', 0),
  'a student takes a seat through the process that keeps pages': () => ask(keeping, 'a student', 'POST', 5),
  'a student takes the only seat of a class': () =>
    ask(community.request, 'a student with a seat', 'POST', withOneSeat),
  'a student waits for it': () =>
    ask(community.request, 'a student who is offered a seat', 'POST', withOneSeat, 'waiting'),
  'another student waits, through the process that keeps pages': () =>
    ask(keeping, 'a student who waits', 'POST', withOneSeat, 'waiting'),
  'a student likes a video, through the process that keeps pages': () =>
    react(keeping, 'a student', 'Frases 3', 'like'),
  'a student refuses a video': () => react(community.request, 'a student', 'Frases 5', 'not-interested'),
  'a student with a seat watched some videos': () =>
    sql`insert into video_interactions (user_id, video_id, interaction_type, day, watched_seconds, created_at)
      select ${idOf('a student with a seat')}, id, 'view', '2026-11-01', 9, ${new Date(start.getTime() - 3_600_000)}
      from videos where title like 'Frases 1%'`.execute(community.db),
  'a video is for kids no longer': () =>
    sql`update videos set is_for_kids = false where title = 'Frases 4'`.execute(community.db),
  'a video is switched off': () =>
    sql`update videos set is_active = false where title = 'Frases 2'`.execute(community.db),
  'a video is approved': () =>
    sql`update videos set moderation_status = 'approved' where title = 'Frases 7'`.execute(community.db),
  'the only seat becomes free': () => ask(community.request, 'a student with a seat', 'DELETE', withOneSeat),
  'it is offered to the student who has waited longest': () => community.runDue(offerSeats),
  'a kid waits for the consent of a guardian': () =>
    sql`insert into guardian_consents (user_id, address, asked_at) values
      (${idOf('a kid without consent')}, 'tutora@example.org', now())`.execute(community.db),
  'a student hides in the cup': () =>
    community.request(people['a student with a row'] ?? null, 'PUT', '/api/cup/visibility', { hidden: true }),
  'and shows their name again, through the process that keeps pages': () =>
    keeping(people['a student with a row'] ?? null, 'PUT', '/api/cup/visibility', { hidden: false }),
  'a claim is confirmed': () =>
    community.db
      .insertInto('cupClaims')
      .values({
        userId: idOf('a student with a claim'),
        username: 'ana',
        status: 'confirmed',
        decidedAt: new Date(),
      })
      .execute(),
  'the person with the claim becomes a kid': () =>
    community.db
      .updateTable('profiles')
      .set({ ageGroup: 'kid' })
      .where('userId', '=', idOf('a student with a claim'))
      .execute(),
  'a kid gives another e-mail': () =>
    community.db
      .updateTable('users')
      .set({ email: 'otra@example.org' })
      .where('id', '=', idOf('a kid'))
      .execute(),
  'a board is published': () => publishBoard(777),
  'an item gets another price': () => sql`update store_items set price = price + 7`.execute(community.db),
  'a plan gets another price': () =>
    sql`update plans set price_cents = price_cents + 100`.execute(community.db),
  'a teacher takes another name': () =>
    community.db
      .updateTable('users')
      .set({ name: 'Rosa Nueva' })
      .where('id', '=', idOf('a teacher'))
      .execute(),
  'a class is cancelled': () =>
    sql`update classes set status = 'cancelled', cancel_reason = 'Fiebre', cancelled_at = now()
      where id = (select id from classes order by starts_at limit 1)`.execute(community.db),
  'the clock passes the start of a class': async () =>
    community.setNow(new Date(start.getTime() + 2 * 3_600_000)),
  'the offer is declined': () =>
    ask(community.request, 'a student who is offered a seat', 'DELETE', withOneSeat),
  'the last hour begins, in which the seat is free for those who wait': async () =>
    community.setNow(new Date(start.getTime() + 2.6 * 3_600_000)),
  'the student stops waiting': () =>
    ask(community.request, 'a student who waits', 'DELETE', withOneSeat, 'waiting'),
  'the day ends': async () => community.setNow(new Date(start.getTime() + 27 * 3_600_000)),
  'a teacher is revoked': () =>
    community.db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: 'pending' })
      .where('userId', '=', idOf('a teacher'))
      .execute(),
};

async function tablesReadBy(ctx: Ctx, act: (ctx: Ctx) => Promise<unknown>): Promise<string[]> {
  // A replica takes neither writes nor locks.
  const readOnly = community.db.transaction().setAccessMode('read only');
  return readOnly.execute(async (db) => {
    await act({ ...ctx, db });
    const { rows } = await sql<{ table: string }>`
      select distinct relname as "table" from pg_locks join pg_class on pg_class.oid = pg_locks.relation
      where pid = pg_backend_pid() and locktype = 'relation' and relkind = 'r'
        and relnamespace = 'public'::regnamespace`.execute(db);
    return rows.map(({ table }) => table);
  });
}

/** By start, which class of the scene has a single seat. */
const withOneSeat = 2;

/** Takes or gives back a seat, or a place in the waiting list, of the nth class by start. */
async function ask(
  request: Community['request'],
  who: string,
  method: 'POST' | 'DELETE',
  nth: number,
  what: 'enrolment' | 'waiting' = 'enrolment',
): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from classes order by starts_at offset ${nth} limit 1`.execute(community.db);
  const answer = await request(people[who] ?? null, method, `/api/classes/${rows[0]?.id}/${what}`, {});
  expect(answer.status).toBe(200);
}

async function react(
  request: Community['request'],
  who: string,
  title: string,
  reaction: string,
): Promise<void> {
  const { id } = await community.db
    .selectFrom('videos')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  const answer = await request(people[who] ?? null, 'PUT', `/api/videos/${id}/${reaction}`);
  expect(answer.status).toBe(200);
}

/** Of a refusal, the id of the request is in the answer. */
const sameId = { 'x-request-id': 'the-same' };

/** What every reader is answered on every address. */
async function everything(request: Community['request']): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { readers, paths } of Object.values(shared)) {
    for (const address of paths) {
      for (const who of readers) {
        const answer = await request(people[who] ?? null, 'GET', address, undefined, sameId);
        answers[`${who}: ${address}`] = await answer.text();
      }
    }
  }
  return answers;
}

/** The readers and addresses that the process that keeps pages answers otherwise than a fresh read did. */
async function differencesTo(fresh: Record<string, string>): Promise<string[]> {
  const kept = await everything(keeping);
  return Object.keys(fresh).filter((each) => kept[each] !== fresh[each]);
}
