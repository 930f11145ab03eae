import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { refuse } from '#shared/refusal.ts';
import type { CoinNumbers, CoinSettings } from './contract.ts';
import { may } from './permissions.ts';
import { readCoinSettings } from './read-coin-settings.ts';

/**
 * Sets how many coins each rule gives, the ceiling of a month and the numbers of streaks. They count from now on; what
 * was paid stays. The audit log shows what changed.
 */
export async function changeCoinSettings(outer: Ctx, numbers: CoinNumbers): Promise<CoinSettings> {
  refuse(may(outer.actor, 'set-rules'));
  return inTransaction(outer, async (ctx) => {
    // Two administrators at once: the second sees what the first has set, and the log says so.
    await ctx.db.selectFrom('coinSettings').select('onlyOne').forUpdate().execute();
    const before = await readCoinSettings(ctx);
    const { rules, ...settings } = numbers;
    for (const { rule, amount, dailyMost } of rules) {
      await ctx.db
        .updateTable('coinRules')
        .set({ amount, dailyMost: dailyMost ?? null })
        .where('rule', '=', rule)
        .execute();
    }
    await ctx.db.updateTable('coinSettings').set(settings).execute();
    const after = await readCoinSettings(ctx);
    const detail = { before: inShort(before, after), after: inShort(after, before) };
    await recordAct(ctx, { act: 'coins.change-settings', detail });
    // Shields, holidays and what is left of a day are read with a profile.
    await publish(ctx, { kind: 'coins.changed' }, { kind: 'profiles.changed' });
    return after;
  });
}

/** What differs from `other`, for the audit log: `counted_video 1 × 5, monthlyCeiling 250000`. */
function inShort(numbers: CoinSettings, other: CoinSettings): string {
  const linesOf = ({ rules, issued: _, ...settings }: CoinSettings) => [
    ...rules.map(({ rule, amount, dailyMost }) => `${rule} ${amount}${dailyMost ? ` × ${dailyMost}` : ''}`),
    ...Object.entries(settings).map(([name, value]) => `${name} ${value}`),
  ];
  const others = new Set(linesOf(other));
  return (
    linesOf(numbers)
      .filter((each) => !others.has(each))
      .join(', ') || '='
  );
}
