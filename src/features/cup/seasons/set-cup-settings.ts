import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { refuse } from '#shared/refusal.ts';
import { countRowsOfBoard } from '../claims/count-cup-practice.ts';
import type { CupSettings } from '../contract.ts';
import { may } from '../permissions.ts';
import { lockCup } from './lock-cup.ts';
import { readSettings } from './read-settings.ts';

/**
 * Sets the numbers of the cup. They count for closings from now on; a closed month keeps its prizes. Rows of the live
 * board that are held no more count as practice of their owners today.
 */
export async function setCupSettings(outer: Ctx, settings: CupSettings): Promise<CupSettings> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    const live = await lockCup(ctx, 'share');
    const before = await readSettings(ctx);
    const [firstPrize, secondPrize, thirdPrize] = settings.prizes;
    const { mostXpPerMinute } = settings;
    await ctx.db
      .updateTable('cupSettings')
      .set({ firstPrize, secondPrize, thirdPrize, mostXpPerMinute })
      .execute();
    if (live && mostXpPerMinute > before.mostXpPerMinute) await countRowsOfBoard(ctx, live);
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
