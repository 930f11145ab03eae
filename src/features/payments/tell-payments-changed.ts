import { listAdministrators } from '#features/accounts/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import type { Payment } from './payment-providers.ts';

/** Those whose screens show a payment: who pays, who teaches, and administrators. */
export async function tellPaymentsChanged(
  ctx: Ctx,
  { id, userId, teacherId }: Pick<Payment, 'id' | 'userId' | 'teacherId'>,
): Promise<void> {
  const audience = new Set([userId, ...(await listAdministrators(ctx))]);
  if (teacherId) audience.add(teacherId);
  await publish(ctx, { kind: 'payments.changed', audience: [...audience], subject: id });
}
