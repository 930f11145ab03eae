import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * The account that an act is about, its row locked until the transaction ends: acts on one person are serialised.
 * @throws Refusal notFound
 */
export async function findPerson({ db }: Ctx, id: string) {
  const person = await db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'bannedAt', 'nameHiddenAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) throw new Refusal(commonRefusals.notFound);
  return person;
}
