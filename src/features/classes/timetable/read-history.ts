import type { Ctx } from '#server/ctx.ts';
import { hasPayments, wasHeld } from '../class-rows.ts';
import type { History } from '../rules.ts';

/** What of a class's past forbids undoing it. For use cases that hold its row. */
export async function readHistory({ db }: Ctx, classId: string): Promise<History> {
  return db
    .selectFrom('classes')
    .select([wasHeld.as('wasHeld'), hasPayments.as('hasPayments')])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
}
