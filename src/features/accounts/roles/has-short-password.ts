import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { passwordMinLengthFor } from '../rules.ts';
import { lockPerson } from '../sessions/lock-person.ts';

/**
 * Whether the person has a password that is too short for an administrator, where a password has `floor` characters or
 * more. A password that is being written is waited for, and none is written until the transaction ends.
 */
export async function hasShortPassword(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  floor: number,
): Promise<boolean> {
  await lockPerson({ db }, userId);
  await db.selectFrom('signInMethods').select('id').where('userId', '=', userId).forShare().execute();
  const needed = passwordMinLengthFor({ role: 'admin' }, floor);
  const { rows } = await sql<{ short: boolean }>`
    select has_short_password(${userId}, ${needed}) as short`.execute(db);
  return onlyRow(rows).short;
}
