import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/** Whether the person has a password that is too short for an administrator. */
export async function hasShortPassword({ db }: Pick<Ctx, 'db'>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ short: boolean }>`select has_short_password(${userId}) as short`.execute(db);
  return rows[0]?.short ?? false;
}
