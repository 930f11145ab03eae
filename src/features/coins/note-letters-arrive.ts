import type { Ctx } from '#server/ctx.ts';

/**
 * Notes at the start of a server whether it sends letters, as its settings say. Only then can people prove an
 * address, and only then do practice and invitations wait for it.
 */
export async function noteLettersArrive({ db }: Pick<Ctx, 'db'>, lettersArrive: boolean): Promise<void> {
  await db
    .updateTable('coinSettings')
    .set({ lettersArrive })
    .where('lettersArrive', '<>', lettersArrive)
    .execute();
}
