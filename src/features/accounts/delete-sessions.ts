import type { Ctx } from '#server/ctx.ts';

/** Signs a person out everywhere. Answers how many sessions that were. */
export async function deleteSessions({ db }: Pick<Ctx, 'db'>, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
