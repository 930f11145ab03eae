import { changedNumbers } from '#features/audit/changed-numbers.ts';
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
    // Alone, as a hold: fewer rows may be held afterwards, and a claim that is confirmed meanwhile has to see it.
    const live = await lockCup(ctx, 'update');
    // Two administrators at once: the second sees what the first has set, and the audit log says so.
    await ctx.db.selectFrom('cupSettings').select('onlyRow').forUpdate().execute();
    const before = await readSettings(ctx);
    await ctx.db.updateTable('cupSettings').set(byName(settings)).execute();
    if (live && settings.mostXpPerMinute > before.mostXpPerMinute) await countRowsOfBoard(ctx, live.id);
    const detail = changedNumbers(byName(before), byName(settings));
    await recordAct(ctx, { act: 'cup.change-settings', detail });
    await publish(ctx, { kind: 'cup.changed' });
    return settings;
  });
}

/** For the audit log. */
function byName({ prizes: [firstPrize, secondPrize, thirdPrize], ...numbers }: CupSettings) {
  return { firstPrize, secondPrize, thirdPrize, ...numbers };
}
