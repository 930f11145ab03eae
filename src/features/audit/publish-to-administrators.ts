import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Invalidates what a feature answers on the administrators' open pages; `kind` is an event such as `people.changed`.
 * Only administrators get the hint.
 */
export async function publishToAdministrators(ctx: Ctx, kind: string): Promise<void> {
  await publish(ctx, { kind, audience: await listAdministrators(ctx) });
}
