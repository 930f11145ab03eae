import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Gives the teacher's share of the paid and pending seats of a class to another teacher, in the transaction that hands
 * the class over: the teacher who gives a class earns its seats. Refunded seats stay as they are.
 */
export async function handOverEarnings(ctx: Ctx, classId: string, teacherId: string): Promise<void> {
  const before = await ctx.db
    .selectFrom('payments')
    .select('teacherId')
    .distinct()
    .where('classId', '=', classId)
    .where('status', 'in', ['pending', 'completed'])
    .execute();
  if (before.length === 0) return;
  await ctx.db
    .updateTable('payments')
    .set({ teacherId })
    .where('classId', '=', classId)
    .where('status', 'in', ['pending', 'completed'])
    .execute();
  const audience = [teacherId, ...before.flatMap((row) => row.teacherId ?? [])];
  await publish(ctx, { kind: 'payments.changed', audience });
}
