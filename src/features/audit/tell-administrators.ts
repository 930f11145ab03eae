import { listAdministrators } from '#features/accounts/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Has the pages that administrators have open read again what a feature answers (`kind` is `people.changed` and
 * the like): what only they see concerns nobody else.
 */
export async function tellAdministrators(ctx: Ctx, kind: string): Promise<void> {
  await publish(ctx, { kind, audience: await listAdministrators(ctx) });
}
