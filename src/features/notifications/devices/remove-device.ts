import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';

/** Ends push messages in one of a member's own browsers; of another person's it changes nothing. */
export async function removeDevice(
  { db, actor }: Ctx,
  { endpoint }: { endpoint: string },
): Promise<{ removed: boolean }> {
  const { numDeletedRows } = await db
    .deleteFrom('pushSubscriptions')
    .where('endpoint', '=', endpoint)
    .where('userId', '=', memberOf(actor).userId)
    .executeTakeFirst();
  return { removed: numDeletedRows > 0n };
}
