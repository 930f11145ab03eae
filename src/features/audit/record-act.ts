import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';

export type Act = {
  /** `feature.what-was-done`, such as `people.change-role`. */
  act: string;
  /** The person whom the act concerns. */
  personId?: string | null | undefined;
  /** The row it is about. */
  subject?: string;
  /** In the administrator's words. */
  reason?: string | null | undefined;
  /** What changed: values, never secrets or meeting links, nor words by which people are known. */
  detail?: Record<string, unknown>;
  /** Names and other words by which people are known, by the key under which the line shows them. */
  words?: Readonly<Record<string, ActWords>>;
};

/** Words, and the id of the person they are of, with whose account they are deleted; null where that is not known. */
export type ActWords = { of: string | null; text: string };

/**
 * Writes an act of an administrator or teacher to the audit log, in the transaction of the act: one does not exist
 * without the other. Browsers that show the log read it again.
 */
export async function recordAct(
  ctx: Ctx,
  { act, personId, subject, reason, detail = {}, words = {} }: Act,
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  const { id } = await ctx.db
    .insertInto('auditLog')
    .values({
      actorId: userId,
      act,
      personId,
      subject,
      reason: reason || null,
      detail: JSON.stringify(detail),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Object.entries(words).map(([key, { of, text }]) => ({
    lineId: id,
    key,
    words: text,
    personId: of,
  }));
  if (rows.length > 0) await ctx.db.insertInto('auditWords').values(rows).execute();
  await publishToAdministrators(ctx, 'audit.changed');
}
