import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Payment } from './payment-providers.ts';

/** Invalidates the pages that show a payment: those of the student, the teacher and administrators. */
export async function publishPaymentsChanged(
  ctx: Ctx,
  { id, userId, teacherId }: Pick<Payment, 'id' | 'userId' | 'teacherId'>,
): Promise<void> {
  await publishToAdministrators(ctx, 'payments.changed', { and: [userId, teacherId], subject: id });
}

/** Invalidates the pages that show what teachers are owed: their own and those of administrators. */
export async function publishEarningsChanged(ctx: Ctx, teacherIds: readonly string[]): Promise<void> {
  await publishToAdministrators(ctx, 'payments.changed', { and: teacherIds });
}
