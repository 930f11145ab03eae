import { changedNumbers } from '#features/audit/changed-numbers.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { refuse } from '#shared/refusal.ts';
import type { CoinNumbers, CoinSettings } from './contract.ts';
import { withdrawCeilingNotices } from './notify-of-ceiling.ts';
import { may } from './permissions.ts';
import { readCoinSettings } from './read-coin-settings.ts';
import { listWaysToEarn } from './reads.ts';

/**
 * Sets how many coins each rule gives, the ceiling of a month and the numbers of streaks. They count from now on; what
 * was paid stays. The audit log shows what changed. Where the ceiling was reached and is raised, what people were told
 * of it is taken back.
 */
export async function changeCoinSettings(outer: Ctx, numbers: CoinNumbers): Promise<CoinSettings> {
  refuse(may(outer.actor, 'set-rules'));
  return inTransaction(outer, async (ctx) => {
    // Two administrators at once: the second sees what the first has set, and the log says so.
    await ctx.db.selectFrom('coinSettings').select('onlyRow').forUpdate().execute();
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
    const detail = changedNumbers(byName(before), byName(after));
    await recordAct(ctx, { act: 'coins.change-settings', detail });
    if (after.monthlyCeiling > before.monthlyCeiling && (await listWaysToEarn(ctx)).resumesOn === null)
      await withdrawCeilingNotices(ctx);
    // Shields, holidays and what is left of a day are read with a profile.
    await publish(ctx, { kind: 'coins.changed' }, { kind: 'profiles.changed' });
    return after;
  });
}

/** Each number by its name in the audit log; what a rule gives a day at most is `counted_video_daily`. */
function byName({ rules, issued: _, ...settings }: CoinSettings): Record<string, number | null> {
  const ofRules = rules.flatMap(({ rule, amount, dailyMost }) => [
    [rule, amount],
    [`${rule}_daily`, dailyMost ?? null],
  ]);
  return { ...Object.fromEntries(ofRules), ...settings };
}
