import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';

/** The name of the signed-in person as others see it, for what others are told about them. */
export async function readOwnName({ db, actor }: Ctx): Promise<string> {
  const { name } = await db
    .selectFrom('shownPeople')
    .select('name')
    .where('id', '=', memberOf(actor).userId)
    .executeTakeFirstOrThrow();
  return name;
}
