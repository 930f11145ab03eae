import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** Lists ordered by an instant and an id. `key` is that instant to the microsecond: a Date would lose three digits. */
export type Keyed = { id: string; key: string };

/** The key of an instant, as it stands in a cursor. */
export function keyOf(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const cursorKey = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()]);

/** Where a page begins: after that instant and id. @throws Refusal for what is no cursor of ours */
export function readKey(cursor: string | undefined): [string, string] | undefined {
  if (cursor === undefined) return undefined;
  const key = cursorKey.safeParse(decodeCursor(cursor, 2));
  if (!key.success) throw new Refusal(commonRefusals.badInput);
  return key.data;
}

/** `rows` holds one more than a page when there is a next one. */
export function pageOf<Row extends Keyed>(
  rows: Row[],
  size: number,
): { items: Omit<Row, 'key'>[]; nextCursor: string | null } {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ key: _key, ...row }) => row),
    nextCursor: last ? encodeCursor([last.key, last.id]) : null,
  };
}

/** A piece of SQL that is there only with a value to put into it. */
export function when<T>(
  given: T | undefined | false,
  piece: (value: T) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return given === undefined || given === false ? sql`` : piece(given);
}
