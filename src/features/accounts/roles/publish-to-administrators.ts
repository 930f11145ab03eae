import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { listAdministrators } from './list-administrators.ts';

/**
 * Invalidates what a feature answers on the open pages of administrators and of the people in `and`; `kind` is an event
 * such as `people.changed`, `subject` the id of the row that changed. Other people get no hint.
 */
export async function publishToAdministrators(
  ctx: Ctx,
  kind: string,
  { and = [], subject }: { and?: readonly (string | null)[]; subject?: string } = {},
): Promise<void> {
  const people = and.filter((id) => id !== null);
  const audience = [...new Set([...people, ...(await listAdministrators(ctx))])];
  await publish(ctx, { kind, audience, ...(subject && { subject }) });
}
