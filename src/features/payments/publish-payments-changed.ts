import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import type { Payment } from './payment-providers.ts';

/** Invalidates the pages that show a payment: those of the student, the teacher and administrators. */
export async function publishPaymentsChanged(
  ctx: Ctx,
  { id, userId, teacherId }: Pick<Payment, 'id' | 'userId' | 'teacherId'>,
): Promise<void> {
  const audience = new Set([userId, ...(await listAdministrators(ctx))]);
  if (teacherId) audience.add(teacherId);
  await publish(ctx, { kind: 'payments.changed', audience: [...audience], subject: id });
}

/** Invalidates the pages that show what a teacher is owed: those of the teacher and of administrators. */
export async function publishEarningsChanged(ctx: Ctx, teacherId: string): Promise<void> {
  const audience = [...new Set([teacherId, ...(await listAdministrators(ctx))])];
  await publish(ctx, { kind: 'payments.changed', audience, subject: teacherId });
}
