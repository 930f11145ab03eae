import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * The account an act is about, held until the transaction ends: two acts on one person follow one another.
 * @throws Refusal notFound
 */
export async function findPerson({ db }: Ctx, id: string) {
  const person = await db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'bannedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) throw new Refusal(commonRefusals.notFound);
  return person;
}
