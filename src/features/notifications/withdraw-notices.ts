import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/** Takes back the unread notices of some kinds that a person got about any of these rows, because they are true no more. */
export async function withdrawNotices(
  { db }: Ctx,
  { to, kinds, about }: { to: string; kinds: readonly string[]; about: readonly string[] },
): Promise<void> {
  await sql`select withdraw_notices(${kinds}::text[], about_row, ${to}) from unnest(${about}::uuid[]) as about_row`.execute(
    db,
  );
}
