import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { NoticeDeliveries } from '#server/db/schema.ts';
import type { NoticeChannel } from '../rules.ts';

/** Ends the deliveries of some notices by a channel: they are sent, or given up for this reason. */
export async function settleDeliveries(
  { db, now }: Ctx,
  channel: NoticeChannel,
  notices: readonly { id: string }[],
  outcome: NonNullable<NoticeDeliveries['outcome']>,
): Promise<void> {
  if (notices.length === 0) return;
  const ids = notices.map(({ id }) => id);
  await db
    .updateTable('noticeDeliveries')
    .set({ settledAt: now, outcome })
    .where('channel', '=', channel)
    .where(sql<boolean>`notice_id = any(${ids}::uuid[])`)
    .execute();
}
