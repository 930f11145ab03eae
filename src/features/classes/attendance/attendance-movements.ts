import type { Ctx } from '#server/ctx.ts';

/**
 * The cause of the next movement of coins for a seat: `class:<id>` for the first, then `class:<id>:1`, `class:<id>:2`.
 * The ledger moves coins once for each cause.
 */
export function causeOf(classId: string, moved: number): string {
  return moved === 0 ? `class:${classId}` : `class:${classId}:${moved}`;
}

/** How often coins moved for a seat, and how many the student has of them. The caller has locked the class row. */
export async function findMovements(
  { db }: Ctx,
  classId: string,
  userId: string,
): Promise<{ moved: number; coins: number }> {
  return db
    .selectFrom('sumicoinsLedger')
    .select(({ fn, val }) => [
      fn.countAll<number>().as('moved'),
      fn.coalesce(fn.sum<number>('amount'), val(0)).as('coins'),
    ])
    .where('userId', '=', userId)
    .where('transactionType', '=', 'event_reward')
    .where('cause', 'like', `class:${classId}%`)
    .executeTakeFirstOrThrow();
}
