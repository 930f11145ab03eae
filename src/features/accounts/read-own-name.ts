import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';

/** The signed-in person and their name as others see it, for what others are told about them. */
export async function readOwnName({ db, actor }: Ctx): Promise<{ id: string; name: string }> {
  return db
    .selectFrom('shownPeople')
    .select(['id', 'name'])
    .where('id', '=', memberOf(actor).userId)
    .executeTakeFirstOrThrow();
}
