import type { Ctx } from '#server/ctx.ts';
import { hasPayments, wasHeld } from '../class-rows.ts';
import type { History } from '../rules.ts';

/** Reads what forbids deleting a class, for use cases that have locked its row. */
export async function readHistory({ db }: Ctx, classId: string): Promise<History> {
  return db
    .selectFrom('classes')
    .select([wasHeld.as('wasHeld'), hasPayments.as('hasPayments')])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
}
