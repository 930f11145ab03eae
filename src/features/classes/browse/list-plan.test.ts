import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertSeats, now } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type PersonTraits } from '../../../testing/community.ts';
import { plansOf } from '../../../testing/plans-of.ts';
import { forgetStatements } from '../../../testing/postgres/forget-statements.ts';
import { listManagedClasses } from '../timetable/list-managed-classes.ts';
import { markOwnClasses } from './mark-own-classes.ts';
import { listClasses } from './reads.ts';

/*
 * These tests guarantee the query plan with five thousand classes: the first page of each list is one statement. It
 * walks the index of starts and stops when the page is full. It neither sorts nor reads all classes.
 */

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(now);
  const { db } = community;
  const teacher = await community.person({ role: 'teacher', verified: true });
  await sql`insert into classes (title, description, starts_at, created_by, language, target_audience)
    select 'Clase ' || n, '…', ${now}::timestamptz + (n - 1000) * interval '3 hours', ${teacher.id},
      (array['en', 'fr', 'de', 'it', null])[1 + n % 5], case when n % 7 = 0 then 'kid' else 'adult' end
    from generate_series(1, 5000) n`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => community.close());

const readers: Record<string, PersonTraits> = {
  'a student': { languages: ['en', 'fr'] },
  'a kid': { ageGroup: 'kid' },
  'an administrator': { role: 'admin' },
};

it.each(Object.entries(readers))(
  'the first page of the classes of %s is one statement that walks the index',
  async (_who, traits) => {
    const ctx = await community.ctxFor(await community.person(traits));
    const plans = await plansOf(ctx, async (listening) => {
      expect((await listClasses(listening, { limit: 50 })).items).toHaveLength(50);
    });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('Index Scan using classes_by_start on classes');
    expect(plans[0]).not.toMatch(/Sort|Seq Scan on classes/);
  },
);

it('each page of a month with five hundred classes is one statement on the index', async () => {
  const ctx = await community.ctxFor(await community.person());
  const from = new Date(now.getTime() + 200 * 24 * 3600_000).toISOString();
  const to = new Date(now.getTime() + 300 * 24 * 3600_000).toISOString();
  const sizes: number[] = [];
  const plans = await plansOf(ctx, async (listening) => {
    let cursor: string | undefined;
    do {
      const page = await listClasses(listening, { from, to, limit: 200, ...(cursor && { cursor }) });
      sizes.push(page.items.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
  });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(500);
  expect(plans).toHaveLength(Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 200));
  // PostgreSQL reads the window only, so it may sort that by the cheapest method.
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan (using|on) classes_(by_start|of_teacher)/);
    expect(plan).not.toContain('Seq Scan on classes');
  }
});

it('the first page of the managed classes is one statement that walks the index', async () => {
  const ctx = await community.ctxFor(await community.person({ role: 'admin' }));
  const plans = await plansOf(ctx, async (listening) => {
    expect((await listManagedClasses(listening, { limit: 50 })).items).toHaveLength(50);
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('Index Scan using classes_by_start on classes');
  expect(plans[0]).not.toMatch(/Sort|Seq Scan on classes/);
});

it('marking a page is one statement without the columns of a card for a reader with no class of their own', async () => {
  const ctx = await community.ctxFor(await community.person());
  const page = await listClasses(ctx, { limit: 50 });
  const plans = await plansOf(ctx, async (listening) => {
    expect(await markOwnClasses(listening, page, { limit: 50 })).toBe(page);
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).not.toMatch(/Seq Scan on classes/);
});

it('PostgreSQL plans the cards of a reader’s own classes once for all readers of a connection', async () => {
  const reader = await community.person();
  const ctx = await community.ctxFor(reader);
  const page = await listClasses(ctx, { limit: 50 });
  await insertSeats(community.db, page.items[3]!.id, reader);
  await community.db.connection().execute(async (db) => {
    await forgetStatements(db);
    for (let read = 0; read < 21; read += 1) {
      const marked = await markOwnClasses({ ...ctx, db }, page, { limit: 50 });
      expect(marked?.items.filter(({ isEnrolled }) => isEnrolled)).toHaveLength(1);
    }
    const { rows } = await sql<{ custom: number; generic: number }>`
      select custom_plans as custom, generic_plans as generic from pg_prepared_statements
      where statement like '%as "my_rating"%classes.id = any(%'`.execute(db);
    // The first is not prepared yet. Five more are planned with their own values, for PostgreSQL to compare.
    expect(rows).toEqual([{ custom: 5, generic: 15 }]);
  });
});
