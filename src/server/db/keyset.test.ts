import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { inPortions, type Keyed, keyset, pageOf, readParts, type Stretch } from './keyset.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
  await sql`create table things (at timestamptz not null, id uuid primary key default uuidv7(), n integer)`.execute(
    community.db,
  );
});
afterAll(() => community.close());

const columns = { at: 'instant', id: 'uuid' } as const;
const directions = ['asc', 'desc'] as const;
type Direction = (typeof directions)[number];

/** Things of one millisecond, that many microseconds into it. */
async function insertThings(microseconds: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const n of microseconds) {
    const { rows } = await sql<{ id: string }>`
      insert into things (at) values (timestamptz '2026-11-20T10:00:00Z' + ${n} * interval '1 microsecond')
      returning id`.execute(community.db);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

async function readThings(direction: Direction, cursor: string | undefined, limit: number) {
  const { key, order, after } = keyset(direction, columns);
  const { rows } = await sql<{ id: string } & Keyed>`
    select id, ${key} from things where ${after(cursor)} order by ${order} limit ${limit}`.execute(
    community.db,
  );
  return rows;
}

/** The ids of all pages; `between` runs after each page. */
async function walk(direction: Direction, size: number, between = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = pageOf(await readThings(direction, cursor, size + 1), size, ({ id }) => id);
    expect(page.items.length).toBeLessThanOrEqual(size);
    seen.push(...page.items);
    await between();
    cursor = page.nextCursor ?? undefined;
    more = cursor !== undefined;
  }
  return seen;
}

const empty = () => sql`delete from things`.execute(community.db);
/** Few microseconds, so that many things share theirs. */
const microseconds = fc.integer({ min: 0, max: 3 });
const things = fc.array(microseconds, { maxLength: 12 });

describe('a list in keyset pages', () => {
  it('gives each row once and in order, also rows of the same microsecond', async () => {
    const property = fc.asyncProperty(
      things,
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(...directions),
      async (offsets, size, direction) => {
        await empty();
        const ids = await insertThings(offsets);
        const { rows } = await sql<{ id: string }>`
          select id from things order by at ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(
          community.db,
        );
        expect(rows).toHaveLength(ids.length);
        expect(await walk(direction, size)).toEqual(rows.map(({ id }) => id));
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it('gives each row once while rows are inserted between its pages', async () => {
    const property = fc.asyncProperty(
      things,
      fc.array(microseconds, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...directions),
      async (offsets, later, direction) => {
        await empty();
        const ids = await insertThings(offsets);
        const coming = [...later];
        const seen = await walk(direction, 2, async () => void (await insertThings(coming.splice(0, 1))));
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => ids.includes(id)).sort()).toEqual(ids.sort());
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it('has no next page when its rows end with the page', async () => {
    await empty();
    await insertThings([1, 2, 3, 4]);
    expect(pageOf(await readThings('asc', undefined, 5), 4, ({ id }) => id).nextCursor).toBeNull();
    expect(pageOf([], 4, (row) => row)).toEqual({ items: [], nextCursor: null });
  });

  it('gives each row of two parts once, the first part before the second, wherever a page ends', async () => {
    await empty();
    const ids = await insertThings([0, 3, 0, 2, 0, 1]);
    const parts = [
      { by: keyset('asc', { id: 'uuid' }), which: sql`at = '2026-11-20T10:00:00Z'` },
      { by: keyset('desc', columns), which: sql`at > '2026-11-20T10:00:00Z'` },
    ];
    const read = async ({ by, which, cursor, most }: (typeof parts)[number] & Stretch) => {
      const { rows } = await sql<{ id: string } & Keyed>`
        select id, ${by.key} from things where ${which} and ${by.after(cursor)} order by ${by.order} limit ${most}`.execute(
        community.db,
      );
      return rows;
    };
    for (const size of [1, 2, 3, 4, 7]) {
      const seen: string[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = pageOf(await readParts(parts, { cursor, most: size + 1 }, read), size, ({ id }) => id);
        seen.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      }
      expect(seen, `pages of ${size}`).toEqual([0, 2, 4, 1, 3, 5].map((n) => ids[n]));
    }
  });

  it('gives every row of an export once, in portions', async () => {
    await empty();
    const ids = await insertThings([3, 1, 1, 1, 0, 2]);
    for (const size of [1, 2, 3, 7]) {
      const seen: string[] = [];
      for await (const rows of inPortions(size, (cursor) => readThings('asc', cursor, size))) {
        expect(rows.length).toBeGreaterThan(0);
        seen.push(...rows.map(({ id }) => id));
      }
      expect(seen.toSorted(), `portions of ${size}`).toEqual(ids.toSorted());
    }
  });
});

describe('a malformed cursor', () => {
  const id = '0198c1a0-0000-7000-8000-000000000000';
  const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
  const read = (cursor: string) => readThings('asc', cursor, 1);

  it.each([
    ['that is no base64', '***'],
    ['that is no JSON', 'nonsense'],
    ['that is no list', cursorOf({ at: '2026-11-20T10:00:00.000000Z', id })],
    ['with a part too few', cursorOf(['2026-11-20T10:00:00.000000Z'])],
    ['with a part too many', cursorOf(['2026-11-20T10:00:00.000000Z', id, id])],
    ['with an instant that does not exist', cursorOf(['2026-02-30T10:00:00.000000Z', id])],
    ['with an instant of the year zero', cursorOf(['0000-02-20T10:00:00.000000Z', id])],
    ['with an endless instant', cursorOf(['infinity', id])],
    ['with milliseconds only', cursorOf(['2026-11-20T10:00:00.000Z', id])],
    ['with an id that is no UUID', cursorOf(['2026-11-20T10:00:00.000000Z', 'ana'])],
    ['with a number for a text', cursorOf([1, id])],
  ])('%s is refused as bad input, and its field is named', async (_, cursor) => {
    const refused = read(cursor);
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toMatchObject({
      code: commonRefusals.badInput.code,
      detail: { field: 'cursor' },
    });
  });

  it.each(['1.5', '-1', '9007199254740992', '1e300', 'x', ''])(
    'with %j for an integer is refused as bad input',
    (n) => {
      expect(() => keyset('desc', { n: 'integer' }).after(cursorOf([n]))).toThrow(Refusal);
    },
  );

  it('never reaches the database, whatever the text', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.jsonValue().map(cursorOf),
      fc
        .tuple(
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString().replace('Z', '000Z')),
          fc.uuid(),
        )
        .map(cursorOf),
    );
    const property = fc.asyncProperty(texts, async (cursor) => {
      const answer = await read(cursor).catch((error) => error);
      if (!Array.isArray(answer)) expect(answer).toBeInstanceOf(Refusal);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
