import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClassScene, classScene, insertClass, minutesFromNow } from '../../../testing/class-scene.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
  await insertClass(scene.community.db, scene.teacher);
});
afterAll(() => scene.community.close());

async function ask(query: ReturnType<typeof sql<{ value: unknown }>>): Promise<unknown> {
  return (await query.execute(scene.community.db)).rows[0]?.value;
}

/** What the planner makes of a condition, in one text. */
async function planOf(condition: string): Promise<string> {
  const explain = sql<{ 'QUERY PLAN': string }>`
    explain (verbose, costs off) select from classes where ${sql.raw(condition)}`;
  return (await explain.execute(scene.community.db)).rows.map((row) => Object.values(row)[0]).join(' ');
}

describe('class_end', () => {
  it('answers an end that many minutes after the start, also across a change of the clocks', async () => {
    for (const zone of ['UTC', 'America/New_York', 'Europe/Berlin']) {
      const end = await scene.community.db.transaction().execute(async (db) => {
        await sql`select set_config('timezone', ${zone}, true)`.execute(db);
        const { rows } = await sql<{ value: Date }>`
          select class_end('2026-11-01T05:30:00Z', 90) as value`.execute(db);
        return rows[0]?.value;
      });
      expect(end).toEqual(new Date('2026-11-01T07:00:00Z'));
    }
  });

  it('is written out in a query, so that its cost and its plan are those of the expression', async () => {
    expect(await planOf('class_end(starts_at, duration_minutes) > now()')).not.toContain('class_end');
  });
});

describe('class_overlaps', () => {
  const [from, to] = [minutesFromNow(0), minutesFromNow(60)];
  it.each([
    ['an hour that ends as it begins', -60, 60, false],
    ['an hour that ends a minute later', -59, 60, true],
    ['the same hour', 0, 60, true],
    ['an hour in the midst', 20, 10, true],
    ['an hour around it', -30, 120, true],
    ['the last minute', 59, 60, true],
    ['an hour that begins as it ends', 60, 60, false],
    ['the longest class, until its first minute', -479, 480, true],
    ['the longest class that ends as it begins', -480, 480, false],
  ])('of %s is as it should be', async (_case, start, minutes, overlaps) => {
    const query = sql<{ value: unknown }>`
      select class_overlaps(${minutesFromNow(start)}, ${minutes}, ${from}, ${to}) as value`;
    expect(await ask(query)).toBe(overlaps);
  });

  it('is written out in a query, so that an index by start bounds it', async () => {
    const plan = await planOf(
      "class_overlaps(starts_at, duration_minutes, now(), now() + interval '1 hour') and created_by is not null",
    );
    expect(plan).not.toContain('class_overlaps');
    expect(plan).toContain("starts_at > (now() - '08:00:00'::interval)");
  });
});
