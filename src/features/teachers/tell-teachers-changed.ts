import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/** Who answers applications. */
export async function findAdmins({ db }: Ctx): Promise<string[]> {
  const rows = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('userRoles.userId')
    .where('userRoles.role', '=', 'admin')
    .where('users.bannedAt', 'is', null)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** The pages of the teacher and of everybody who answers applications read again. */
export async function tellTeachersChanged(ctx: Ctx, userId: string): Promise<void> {
  const audience = [...new Set([userId, ...(await findAdmins(ctx))])];
  await publish(ctx, { kind: 'teachers.changed', audience });
}
