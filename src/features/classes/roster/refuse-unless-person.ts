import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** @throws Refusal notFound for an id that no person has */
export async function refuseUnlessPerson({ db }: Ctx, userId: string): Promise<void> {
  const person = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (!person) throw new Refusal(commonRefusals.notFound);
}
