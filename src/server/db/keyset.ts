import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';

/** What a column of a key holds. An instant is read to the microsecond: a `Date` would lose three digits. */
const kinds = {
  instant: {
    type: sql`timestamptz`,
    asText: (column: RawBuilder<unknown>) =>
      sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    // PostgreSQL knows no year zero.
    schema: z.iso.datetime({ precision: 6 }).refine((text) => !text.startsWith('0000')),
  },
  uuid: { type: sql`uuid`, asText: (column: RawBuilder<unknown>) => sql`${column}::text`, schema: uuid },
  integer: {
    type: sql`int8`,
    asText: (column: RawBuilder<unknown>) => sql`${column}::text`,
    schema: z.string().regex(/^\d{1,15}$/),
  },
  text: { type: sql`text`, asText: (column: RawBuilder<unknown>) => column, schema: z.string().max(1000) },
};
type Kind = keyof typeof kinds;

/** A row that was selected with the `key` of its keyset. */
export type Keyed = { pageKey: string[] };

export type Keyset = {
  /** How many columns the key has. */
  size: number;
  /** To be selected: where a row stands in the order. `pageOf` and `inPortions` read it. */
  key: AliasedRawBuilder<string[], 'pageKey'>;
  /** What stands behind `order by`. */
  order: RawBuilder<unknown>;
  /** The rows behind a cursor; every row where there is no cursor. @throws Refusal badInput for a malformed cursor */
  after(cursor: string | undefined): RawBuilder<SqlBool>;
};

/**
 * The order of a list that is read in keyset pages: its columns, of which the last one makes the key unique. A page
 * ends with the key of its last row, and the next page starts behind that key. Unlike an offset, this costs the same
 * on page 500, and a row that is added meanwhile makes no other row appear twice or not at all.
 */
export function keyset(direction: 'asc' | 'desc', columns: Record<string, Kind>): Keyset {
  const parts = Object.entries(columns).map(([name, kind]) => ({ column: sql.ref(name), kind }));
  const beyond = direction === 'asc' ? sql`>` : sql`<`;
  return {
    size: parts.length,
    key: sql<string[]>`array[${sql.join(parts.map(({ column, kind }) => kinds[kind].asText(column)))}]`.as(
      'pageKey',
    ),
    order: sql.join(parts.map(({ column }) => sql`${column} ${sql.raw(direction)}`)),
    after(cursor) {
      if (cursor === undefined) return sql`true`;
      const values = readCursor(
        cursor,
        parts.map(({ kind }) => kind),
      );
      const key = parts.map(({ kind }, n) => sql`${values[n]}::${kinds[kind].type}`);
      return sql`(${sql.join(parts.map(({ column }) => column))}) ${beyond} (${sql.join(key)})`;
    },
  };
}

/** One page out of rows that were read with `limit + 1`: the row too many says that there is a next page. */
export function pageOf<Row extends Keyed, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Omit<Row, 'pageKey'>) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ pageKey: _, ...row }) => toItem(row)),
    nextCursor: last ? encodeCursor(last.pageKey) : null,
  };
}

/** From where a list is read, and how many rows of it. */
export type Stretch = { cursor: string | undefined; most: number };

/**
 * Rows of a list whose parts follow each other, each in an order of its own. A cursor is of the part whose key has as
 * many columns, so that no two parts may have keys of one size.
 */
export async function readParts<Part extends { by: Keyset }, Row extends Keyed>(
  parts: readonly Part[],
  { cursor, most }: Stretch,
  read: (part: Part & Stretch) => Promise<Row[]>,
): Promise<Row[]> {
  const begun = parts.findIndex(({ by }) => cursor !== undefined && by.size === parseKey(cursor).length);
  const [first, ...rest] = parts.slice(Math.max(begun, 0));
  const rows = first ? await read({ ...first, cursor, most }) : [];
  for (const part of rest)
    if (rows.length < most)
      rows.push(...(await read({ ...part, cursor: undefined, most: most - rows.length })));
  return rows;
}

/** All rows of a list, `size` at a time, for exports: few are in memory, and each statement is short. */
export async function* inPortions<Row extends Keyed>(
  size: number,
  read: (cursor: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ; ) {
    const rows = await read(cursor);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    cursor = encodeCursor(last.pageKey);
  }
}

/** The parts of a cursor's key, in the order of their columns. @throws Refusal badInput for a malformed cursor */
export function readCursor(cursor: string, parts: readonly Kind[]): string[] {
  const key = parseKey(cursor);
  const fits =
    key.length === parts.length && parts.every((kind, n) => kinds[kind].schema.safeParse(key[n]).success);
  if (!fits) throw new Refusal(commonRefusals.badInput, { field: 'cursor' });
  return key;
}

function parseKey(cursor: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return [];
  }
}

/** A cursor is opaque: only this file reads what is in it. */
function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}
