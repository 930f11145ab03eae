import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { tellAdministrators } from './tell-administrators.ts';

export type Act = {
  /** `feature.what-was-done`, such as `people.change-role`. */
  act: string;
  /** The person whom the act concerns. */
  personId?: string;
  /** The row it is about. */
  subject?: string;
  /** In the administrator's words. */
  reason?: string;
  /** What changed: values, never secrets or meeting links. */
  detail?: Record<string, unknown>;
};

/**
 * Writes an act of an administrator or teacher to the audit log, in the transaction of the act: one does not exist
 * without the other. Browsers that show the log read it again.
 */
export async function recordAct(
  ctx: Ctx,
  { act, personId, subject, reason, detail = {} }: Act,
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  await ctx.db
    .insertInto('auditLog')
    .values({ actorId: userId, act, personId, subject, reason, detail: JSON.stringify(detail) })
    .execute();
  await tellAdministrators(ctx, 'audit.changed');
}
