import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import type { Payment } from './payment-providers.ts';

/** Those whose screens show a payment: who pays, who teaches, and administrators. */
export async function tellPaymentsChanged(
  ctx: Ctx,
  { id, userId, teacherId }: Pick<Payment, 'id' | 'userId' | 'teacherId'>,
): Promise<void> {
  const admins = await ctx.db.selectFrom('userRoles').select('userId').where('role', '=', 'admin').execute();
  const audience = new Set([userId, ...admins.map((admin) => admin.userId)]);
  if (teacherId) audience.add(teacherId);
  await publish(ctx, { kind: 'payments.changed', audience: [...audience], subject: id });
}
