import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Has the pages that administrators have open read again what a feature answers (`kind` is `people.changed` and
 * the like): what only they see concerns nobody else.
 */
export async function tellAdministrators(ctx: Ctx, kind: string): Promise<void> {
  const administrators = await ctx.db
    .selectFrom('userRoles')
    .select('userId')
    .where('role', '=', 'admin')
    .execute();
  await publish(ctx, { kind, audience: administrators.map(({ userId }) => userId) });
}
