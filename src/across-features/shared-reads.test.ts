import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classTables, markOwnClasses, ownClassTables } from '#features/classes/browse/mark-own-classes.ts';
import { markOwnTodaysClasses } from '#features/classes/browse/mark-own-todays-classes.ts';
import { listClasses, listTodaysClasses } from '#features/classes/browse/reads.ts';
import { markOwnLines } from '#features/cup/mark-own-lines.ts';
import { cupTables, listCup } from '#features/cup/reads.ts';
import { landingTables, readLanding } from '#features/landing/reads.ts';
import { listNotifications } from '#features/notifications/reads.ts';
import { listStoreItems as itemsOperation } from '#features/store/contract.ts';
import { itemTables, listStoreItems } from '#features/store/reads.ts';
import { feedTables, readFeed } from '#features/videos/feed/read-feed.ts';
import { readShelves, shelfTables } from '#features/videos/feed/read-shelves.ts';
import type { Ctx } from '#server/ctx.ts';
import { anonymousMember, visitor } from '#shared/actor.ts';
import { answerOf } from '../testing/answers/answer-of.ts';
import type { Community, Person } from '../testing/community.ts';
import { actsIn } from '../testing/shared-reads/shared-reads-acts.ts';
import { type SharedReadsScene, sharedReadsScene } from '../testing/shared-reads/shared-reads-scene.ts';

/*
 * Pages that readers share (decisions/0014): they show no reader what is another's, and they are as fresh as pages
 * that are read fresh. One process of this community keeps pages. The other reads each page as its reader, on the
 * same database.
 */

let scene: SharedReadsScene;
let community: Community;
let keeping: Community['request'];
let people: SharedReadsScene['people'];
let admin: Person;
let publishBoard: SharedReadsScene['publishBoard'];
beforeAll(async () => {
  scene = await sharedReadsScene();
  ({ community, keeping, people, admin, publishBoard } = scene);
});
afterAll(() => community.close());

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

const ofNobodyInClasses = [
  'class_absences',
  'class_enrollments',
  'class_messages',
  'class_notes',
  'class_reviews',
  'user_memberships',
];

/**
 * Every page that is shared, how it is read, and the tables that its route names. In those of `ofNobody` the read
 * looks up the rows of one person, who does not exist; notes count for a student who attended, messages for one with a
 * seat.
 */
const shared: Record<
  string,
  {
    tables: readonly string[];
    ofNobody?: readonly string[];
    reads: ((ctx: Ctx) => Promise<unknown>)[];
    /** Where something of the reader is laid over the page: how, and of which tables it is read beside `tables`. */
    own?: { tables: readonly string[]; who: string; read: (ctx: Ctx) => Promise<unknown> };
    readers: string[];
    paths: string[];
  }
> = {
  listCup: {
    tables: cupTables,
    reads: [
      (ctx) => listCup({ ...ctx, actor: anonymousMember }, { order: 'xp' }),
      (ctx) => listCup({ ...ctx, actor: visitor }, { order: 'streak', season: '2026-11' }),
    ],
    own: {
      tables: ['users', 'cup_settings', 'cup_reviews'],
      who: 'a student with a row',
      read: async (ctx) =>
        markOwnLines(ctx, await listCup({ ...ctx, actor: anonymousMember }, { order: 'xp' }), {
          order: 'xp',
        }),
    },
    readers: inTheCup,
    paths: ['/api/cup', '/api/cup?order=streak&language=fr', '/api/cup?season=2026-11'],
  },
  listClasses: {
    tables: classTables,
    ofNobody: ofNobodyInClasses,
    reads: [
      (ctx) => listClasses({ ...ctx, actor: anonymousMember }, { limit: 50 }),
      (ctx) =>
        listClasses(
          { ...ctx, actor: { ...anonymousMember, languages: ['en'] } },
          { limit: 2, language: 'any' },
        ),
    ],
    own: {
      tables: ownClassTables,
      who: 'a student with a seat',
      read: async (ctx) =>
        markOwnClasses(ctx, await listClasses({ ...ctx, actor: anonymousMember }, { limit: 50 }), {
          limit: 50,
        }),
    },
    readers: inClasses,
    paths: ['/api/classes?limit=3', '/api/classes?language=any&kind=club'],
  },
  listTodaysClasses: {
    tables: classTables,
    ofNobody: ofNobodyInClasses,
    reads: [(ctx) => listTodaysClasses({ ...ctx, actor: anonymousMember }, { kind: 'club' })],
    own: {
      tables: ownClassTables,
      who: 'a student with a seat',
      read: async (ctx) =>
        markOwnTodaysClasses(
          ctx,
          await listTodaysClasses({ ...ctx, actor: anonymousMember }, { kind: 'club' }),
          {
            kind: 'club',
          },
        ),
    },
    readers: inClasses,
    paths: ['/api/classes/today'],
  },
  listStoreItems: {
    tables: itemTables,
    reads: [(ctx) => listStoreItems({ ...ctx, actor: visitor })],
    readers: anywhere,
    paths: ['/api/store/items'],
  },
  listFeed: {
    tables: shelfTables,
    reads: [(ctx) => readShelves({ ...ctx, actor: anonymousMember })],
    own: {
      tables: feedTables,
      who: 'a student',
      read: async (ctx) =>
        readFeed(ctx, { language: [], topic: [] }, await readShelves({ ...ctx, actor: anonymousMember })),
    },
    readers: inTheFeed,
    paths: ['/api/videos', '/api/videos?language=en&topic=food'],
  },
  listNotifications: {
    tables: [],
    reads: [],
    own: {
      tables: ['notifications'],
      who: 'a student',
      read: (ctx) => listNotifications(ctx, { limit: 20 }),
    },
    readers: ['a visitor', 'a student', 'a student with a seat'],
    paths: ['/api/notifications', '/api/notifications?limit=1'],
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
    const routes = globSync(path.join(import.meta.dirname, '../features/*/routes.ts'));
    const mounted = routes.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/serve(?:Shared|Own)(?:<[^>]+>)?\(api, contract\.(\w+)/g)].map(
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

  it.each(Object.entries(shared).flatMap(([id, { tables, own }]) => (own ? [{ id, tables, own }] : [])))(
    '$id names every table that its reader’s own is read from',
    async ({ tables, own }) => {
      const ctx = await community.ctxFor(people[own.who] ?? undefined);
      const read = await tablesReadBy(ctx, own.read);
      const named = new Set<string>([...tables, ...own.tables]);
      expect(read.filter((table) => !named.has(table))).toEqual([]);
      expect(own.tables.filter((table) => !read.includes(table))).toEqual([]);
    },
  );

  it('hold of a person what triggers tell of that person, or of everybody', async () => {
    const { rows } = await sql<{ table: string; told: number }>`
      select relname as "table", bit_or(tgtype)::integer as told from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where tgfoid in ('invalidate_shared'::regproc, 'invalidate_own'::regproc, 'invalidate_own_row'::regproc)
        and tgenabled <> 'D' group by relname`.execute(community.db);
    const told = Object.fromEntries(rows.map((row) => [row.table, row.told]));
    const [inserts, deletes, updates, truncates] = [4, 8, 16, 32];
    for (const table of new Set(Object.values(shared).flatMap(({ own }) => own?.tables ?? []))) {
      const whole = deletes + updates + truncates + (table === 'users' ? 0 : inserts);
      expect((told[table] ?? 0) & whole, table).toBe(whole);
    }
  });

  it('are read from tables whose triggers tell every change that a page can show', async () => {
    const { rows } = await sql<{ table: string; told: number }>`
      select relname as "table", bit_or(tgtype)::integer as told from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where tgfoid = 'invalidate_shared'::regproc and tgenabled <> 'D' group by relname`.execute(
      community.db,
    );
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
    for (const [name, act] of Object.entries(actsIn(scene))) {
      await act();
      const after = await everything(community.request);
      expect(after, `${name} changes a page`).not.toEqual(before);
      before = after;
      await expect.poll(() => differencesTo(after), { message: name }).toEqual([]);
      // And once more, when every answer is kept.
      expect(await differencesTo(after), name).toEqual([]);
    }
  }, 240_000);

  it('show a person at once what they have just changed themselves', async () => {
    for (const price of [31, 32, 33, 34, 35]) {
      await keeping(admin, 'GET', '/api/store/items');
      const answer = await keeping(admin, 'PATCH', '/api/store/items/custom-avatar', { price });
      expect(answer.status).toBe(200);
      const { items } = await answerOf(keeping(admin, 'GET', '/api/store/items'), itemsOperation);
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

/** What every reader is answered on every address. */
async function everything(request: Community['request']): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { readers, paths } of Object.values(shared)) {
    for (const address of paths) {
      for (const who of readers) {
        const text = await (await request(people[who] ?? null, 'GET', address)).text();
        // The answer of a refusal has the id of its request.
        answers[`${who}: ${address}`] = text.replace(/"requestId":"[^"]*"/, '');
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
