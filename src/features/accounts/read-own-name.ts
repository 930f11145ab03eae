import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';

/** The name of the signed-in person, for what others are told about them. */
export async function readOwnName({ db, actor }: Ctx): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', memberOf(actor).userId)
    .executeTakeFirstOrThrow();
  return name;
}
