import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/** Invalidates the open pages of the teacher and of administrators. */
export async function publishTeachersChanged(ctx: Ctx, userId: string): Promise<void> {
  const audience = [...new Set([userId, ...(await listAdministrators(ctx))])];
  await publish(ctx, { kind: 'teachers.changed', audience });
}
