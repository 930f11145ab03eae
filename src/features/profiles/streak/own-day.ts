import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';

/** The day of an instant, `yyyy-mm-dd`, on a person's own calendar: in the zone that they lived in then. */
export async function ownDay({ db }: Pick<Ctx, 'db'>, userId: string, at: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`select own_day(${userId}, ${at})::text as day`.execute(db);
  return onlyRow(rows).day;
}
