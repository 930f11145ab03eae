import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { refuse } from '#shared/refusal.ts';
import type { Channel } from '../contract.ts';
import { may } from '../permissions.ts';

type Row = Omit<Channel, 'lastSyncedAt'> & { lastSyncedAt: Date | null };

/** All channels by title. A community has tens of them, so there is one page. */
export async function listChannels(ctx: Ctx): Promise<{ items: Channel[] }> {
  refuse(may(ctx.actor, 'moderate'));
  return { items: await select(ctx) };
}

/** One channel that the caller knows to exist. */
export async function readChannel(ctx: Ctx, id: string): Promise<Channel> {
  const [channel] = await select(ctx, id);
  if (!channel) throw new Error(`no channel ${id}`);
  return channel;
}

async function select({ db }: Ctx, id?: string): Promise<Channel[]> {
  const { rows } = await sql<Row>`
    select id, source_id, title, language, level, topics, is_active, last_synced_at, last_error,
      (select count(*) from videos where videos.channel_id = video_channels.id) as videos
    from video_channels ${id === undefined ? sql`` : sql`where id = ${id}`}
    order by title collate "es-x-icu", id`.execute(db);
  return rows.map((row) => ({ ...row, lastSyncedAt: row.lastSyncedAt?.toISOString() ?? null }));
}
