import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * An empty answer would say that they exist.
 * @throws Refusal notFound for an id of no person or of a deleted account
 */
export async function refuseUnlessPerson({ db }: Ctx, userId: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!person) throw new Refusal(commonRefusals.notFound);
}
