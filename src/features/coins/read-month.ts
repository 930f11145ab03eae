import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { monthAfter } from './rules.ts';

export type Month = {
  /** Its first day, `yyyy-mm-01`, by Mexico City's calendar. */
  month: string;
  /** The first day of the next. */
  resumesOn: string;
  /** How many coins it may issue, and how many it has. */
  ceiling: number;
  issued: number;
};

/** The month at hand, as far as coins are concerned. */
export async function readMonth({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Month> {
  const { rows } = await sql<Omit<Month, 'resumesOn'>>`
    select month, monthly_ceiling as ceiling, coins_issued_in(month) as issued
    from coin_settings, month_of_issue(${now}) as month`.execute(db);
  const found = onlyRow(rows);
  return { ...found, resumesOn: monthAfter(found.month) };
}
