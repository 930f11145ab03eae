import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Locale } from '#shared/locales.ts';
import { publishAccountChanged } from './publish-account-changed.ts';

/**
 * Changes the given fields of an account. `image` is an address, or null for none. A name that is given, also the
 * present one, answers the question for it. Answers whether a hidden name now waits for an administrator, because its
 * person chose another name or picture; `chosen: false` says that the change is not their choice.
 */
export async function changeUser(
  ctx: Ctx,
  userId: string,
  changes: {
    name?: string | undefined;
    image?: string | null | undefined;
    zone?: string | undefined;
    locale?: Locale | undefined;
  },
  { chosen = true } = {},
): Promise<{ waits: boolean }> {
  const name = changes.name === undefined ? sql.ref('name') : sql`${changes.name}::text`;
  const image = changes.image === undefined ? sql.ref('image') : sql`${changes.image}::text`;
  const isOther = sql`${chosen} and name_hidden_at is not null and (name, image) is distinct from (${name}, ${image})`;
  const { nameChosenAt } = await ctx.db
    .updateTable('users')
    .set({
      ...changes,
      ...(changes.name !== undefined && { nameAnswered: true }),
      nameChosenAt: sql<Date | null>`case when ${isOther} then ${ctx.now}::timestamptz else name_chosen_at end`,
      updatedAt: ctx.now,
    })
    .where('id', '=', userId)
    .returning('nameChosenAt')
    .executeTakeFirstOrThrow();
  await publishAccountChanged(ctx, userId);
  return { waits: nameChosenAt !== null };
}
