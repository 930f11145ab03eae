import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';

/** Invalidates the open pages of the teacher and of administrators. */
export async function publishTeachersChanged(ctx: Ctx, userId: string): Promise<void> {
  await publishToAdministrators(ctx, 'teachers.changed', { and: [userId] });
}
