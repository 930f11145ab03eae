import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { Refusal } from '#shared/refusal.ts';
import type { CupSettings } from '../contract.ts';
import { may } from '../permissions.ts';
import { readSettings } from './read-settings.ts';

/** Sets the numbers of the cup. They count for closings from now on; a closed month keeps its prizes. */
export async function setCupSettings(outer: Ctx, settings: CupSettings): Promise<CupSettings> {
  const refusal = may(outer.actor, 'manage');
  if (refusal) throw new Refusal(refusal);
  return inTransaction(outer, async (ctx) => {
    const before = await readSettings(ctx);
    const [firstPrize, secondPrize, thirdPrize] = settings.prizes;
    const { mostXpPerMinute } = settings;
    await ctx.db
      .updateTable('cupSettings')
      .set({ firstPrize, secondPrize, thirdPrize, mostXpPerMinute })
      .execute();
    await recordAct(ctx, {
      act: 'cup.change-settings',
      detail: { before: inShort(before), after: inShort(settings) },
    });
    await publish(ctx, { kind: 'cup.changed' });
    return settings;
  });
}

/** `500 / 300 / 200, 60 XP/min`, for the audit log. */
function inShort({ prizes, mostXpPerMinute }: CupSettings): string {
  return `${prizes.join(' / ')}, ${mostXpPerMinute} XP/min`;
}
