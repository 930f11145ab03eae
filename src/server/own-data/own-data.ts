import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../db/connect.ts';
import type { Files } from '../files/files.ts';

/** A row of the archive. `key` is unique among the person's rows of a part and orders them; it is not written. */
export type OwnRow = { key: string } & Record<string, unknown>;

/** One list of the archive that a person gets of their own data. */
export type OwnDataPart = {
  /** Names the file in the archive and its title in `archive-texts` of the feature `privacy`. */
  readonly name: string;
  /**
   * The columns, `table.column`, that say whose a row is. A test compares them with the catalogue of the database, so
   * that no table with people's data is forgotten.
   */
  readonly by: readonly string[];
  /** Selects what is the person's own in those rows, and nothing of other people. */
  readonly rows: (userId: string) => RawBuilder<OwnRow>;
};

/** What one feature stores about a person. `src/every-own-data.ts` lists all of them. */
export type OwnData = {
  readonly parts: readonly OwnDataPart[];
  /** Files that the person uploaded, by their name in the archive. */
  readonly files?: (db: Db, files: Files, userId: string) => Promise<OwnFile[]>;
  /**
   * Erases or makes anonymous what is stored, in the transaction that deletes the account. What is outside of the
   * database follows after the commit. Left out where nothing of it says who the person was.
   */
  readonly erase?: (ctx: Ctx, leaver: Leaver) => Promise<void>;
};

/**
 * The owner of an account that is being deleted. Their name is left out: other people have it too, and every member may
 * take it on, so no row is theirs by it.
 */
export type Leaver = {
  readonly userId: string;
  /**
   * Their address where they proved that it is theirs, else null: rows of an address that was only typed are not
   * theirs.
   */
  readonly provedEmail: string | null;
  readonly image: string | null;
};

/** What stands in place of the names of a person who is gone. */
export const goneName = 'Cuenta eliminada';

export type OwnFile = { name: string; bytes: Uint8Array };

const pageSize = 1000;

/** The person's rows of a part, in pages, so that no more than a page is in memory. No transaction stays open. */
export async function* readOwnRows(
  { db }: Pick<Ctx, 'db'>,
  part: OwnDataPart,
  userId: string,
): AsyncGenerator<Record<string, unknown>[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<OwnRow>`
      select * from (${part.rows(userId)}) as own where key collate "C" > ${after}
      order by key collate "C" limit ${pageSize}`.execute(db);
    if (rows.length > 0) yield rows.map(({ key: _, ...row }) => row);
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.key ?? '';
  }
}
