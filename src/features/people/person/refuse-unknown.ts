import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** For lists about one person: an empty page would say that they exist. @throws Refusal notFound */
export async function refuseUnknown({ db }: Ctx, id: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!person) throw new Refusal(commonRefusals.notFound);
}
