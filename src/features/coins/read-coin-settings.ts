import type { Ctx } from '#server/ctx.ts';
import { refuse } from '#shared/refusal.ts';
import { type CoinRule, type CoinSettings, coinRules } from './contract.ts';
import { may } from './permissions.ts';
import { readMonth } from './read-month.ts';

/** The numbers of coins and streaks, and how many coins this month has issued. For administrators. */
export async function readCoinSettings(ctx: Ctx): Promise<CoinSettings> {
  refuse(may(ctx.actor, 'set-rules'));
  const settings = await ctx.db
    .selectFrom('coinSettings')
    .select(['monthlyCeiling', 'mostShields', 'holidayDays', 'daysBetweenHolidays'])
    .executeTakeFirstOrThrow();
  const stored = await ctx.db.selectFrom('coinRules').select(['rule', 'amount', 'dailyMost']).execute();
  const rules = coinRules.flatMap((rule) => stored.filter((each) => each.rule === rule)) as CoinRule[];
  return { rules, ...settings, issued: (await readMonth(ctx)).issued };
}
