import { CompiledQuery, type KyselyPlugin, type PluginTransformQueryArgs, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { now } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type PersonTraits } from '../../testing/community.ts';
import { listClasses, listManagedClasses } from './reads.ts';

/*
 * What is guaranteed here: with five thousand classes, the first page of anybody's list is one statement
 * that walks the index of starts and stops when the page is full; it never sorts, never reads all classes.
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

/** Runs `act`, and answers the plans that PostgreSQL makes for the statements it sent. */
async function plansOf(ctx: Ctx, act: (ctx: Ctx) => Promise<unknown>): Promise<string[]> {
  const sent: PluginTransformQueryArgs[] = [];
  const listening: KyselyPlugin = {
    transformQuery(query) {
      sent.push(query);
      return query.node;
    },
    transformResult: async ({ result }) => result,
  };
  await act({ ...ctx, db: ctx.db.withPlugin(listening) });
  const compiler = ctx.db.getExecutor();
  return Promise.all(
    sent.map(async ({ node, queryId }) => {
      const { sql: text, parameters } = compiler.compileQuery(
        compiler.transformQuery(node, queryId),
        queryId,
      );
      const { rows } = await ctx.db.executeQuery(
        CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]),
      );
      return rows.map((row) => Object.values(row as Record<string, string>)[0]).join('\n');
    }),
  );
}

const readers: Record<string, PersonTraits> = {
  'a student': { languages: ['en', 'fr'] },
  'a kid': { ageGroup: 'kid' },
  'an administrator': { role: 'admin' },
};

it.each(Object.entries(readers))('the first page of %s walks the index', async (_who, traits) => {
  const ctx = await community.ctxFor(await community.person(traits));
  const plans = await plansOf(ctx, async (listening) => {
    expect((await listClasses(listening, { limit: 50 })).items).toHaveLength(50);
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('Index Scan using classes_by_start on classes');
  expect(plans[0]).not.toMatch(/Sort|Seq Scan on classes/);
});

it('a month with five hundred classes is three pages of the index, each one statement', async () => {
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
  // Only the window is read: what it holds may be sorted by whatever is cheapest.
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan (using|on) classes_(by_start|of_teacher)/);
    expect(plan).not.toContain('Seq Scan on classes');
  }
});

it('what somebody organises is one statement a page, too', async () => {
  const ctx = await community.ctxFor(await community.person({ role: 'admin' }));
  const plans = await plansOf(ctx, async (listening) => {
    expect((await listManagedClasses(listening, { limit: 50 })).items).toHaveLength(50);
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain('Index Scan using classes_by_start on classes');
  expect(plans[0]).not.toMatch(/Sort|Seq Scan on classes/);
});
