import { sql } from 'kysely';
import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { countRowsOfBoard, takeBackHeldRow } from '../claims/count-cup-practice.ts';
import { seasonClosed } from '../contract.ts';
import { may } from '../permissions.ts';
import { findClosing, findSeasonBoard } from './find-season-board.ts';
import { lockCup } from './lock-cup.ts';

/**
 * Releases the rows of a user name for a month, so that they may win whatever their experience for each minute, or
 * holds them again. A new import of the month keeps it. Released activity counts as practice of its owner today, once a
 * month; held again, it does not count. What is so already stays so, without a line in the audit log.
 * @throws Refusal notFound for a user name that the month's board does not have, seasonClosed, ownMatter
 */
export async function setRowRelease(
  outer: Ctx,
  { season, username, released }: { season: string; username: string; released: boolean },
): Promise<{ released: boolean }> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    await lockCup(ctx, 'share');
    if (await findClosing(ctx, season)) throw new Refusal(seasonClosed);
    const board = await findSeasonBoard(ctx, season);
    // Small letters are made by the database on both sides: JavaScript makes other ones of İ and of a last Σ.
    const { rows } = await sql<{ id: string; ownerId: string | null; folded: string }>`
      select id, owner_id, lower(username) as folded from cup_lines
      where board_id = ${board?.id ?? null} and lower(username) = lower(${username})`.execute(ctx.db);
    const [row] = rows;
    if (!board || !row) throw new Refusal(commonRefusals.notFound);
    // A release may win coins.
    if (released) await refuseOwnMatter(ctx, [row.ownerId]);
    const key = { season: `${season}-01`, username: row.folded };
    const changed = released
      ? await ctx.db
          .insertInto('cupReleases')
          .values({ ...key, releasedBy: memberOf(ctx.actor).userId, releasedAt: ctx.now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('season')
          .execute()
      : await ctx.db
          .deleteFrom('cupReleases')
          .where('season', '=', key.season)
          .where('username', '=', key.username)
          .returning('season')
          .execute();
    if (changed.length > 0) {
      if (released) await countRowsOfBoard(ctx, board.id, username);
      else await takeBackHeldRow(ctx, board.id, username);
      await recordAct(ctx, {
        act: released ? 'cup.release-row' : 'cup.hold-row',
        subject: row.id,
        detail: { season },
        words: { username: { of: row.ownerId, text: username } },
      });
      await publishToAdministrators(ctx, 'cup.changed');
    }
    return { released };
  });
}
