import type { Ctx } from '#server/ctx.ts';
import { deleteSessions } from './sessions/delete-sessions.ts';

export type Ban = { since: Date; reason: string };

/** Bans an account, which ends all its sessions, or lifts its ban (null). */
export async function setBan(
  ctx: Pick<Ctx, 'db' | 'now' | 'afterCommit'>,
  userId: string,
  ban: Ban | null,
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ bannedAt: ban?.since ?? null, banReason: ban?.reason ?? null, updatedAt: ctx.now })
    .where('id', '=', userId)
    .execute();
  if (ban) await deleteSessions(ctx, userId);
}
