import type { Ctx } from '#server/ctx.ts';

/** How many coins a rule gives now, and how often a day. */
export async function readRule(
  { db }: Pick<Ctx, 'db'>,
  rule: string,
): Promise<{ amount: number; dailyMost: number | null }> {
  return db
    .selectFrom('coinRules')
    .select(['amount', 'dailyMost'])
    .where('rule', '=', rule)
    .executeTakeFirstOrThrow();
}
