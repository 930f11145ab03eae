import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { tellAdministrators } from './tell-administrators.ts';

export type Act = {
  /** `feature.what-was-done`, such as `people.change-role`. */
  act: string;
  /** Whom it concerns. */
  personId?: string;
  /** The row it is about. */
  subject?: string;
  /** In the administrator's words. */
  reason?: string;
  /** What changed: names and figures, never secrets or addresses of meetings. */
  detail?: Record<string, unknown>;
};

/**
 * Writes what somebody with more rights than others just did into the audit log, in the transaction that did it:
 * there is no act without its line, and no line without its act. Administrators who have the log open see it.
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
