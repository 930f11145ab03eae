import { sql } from 'kysely';
import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { countRowsOfBoard, takeBackHeldRow } from '../claims/count-cup-practice.ts';
import { noSuchRow, seasonClosed } from '../contract.ts';
import { may } from '../permissions.ts';
import { findClosing, findSeasonBoard } from './find-season-board.ts';
import { lockCup } from './lock-cup.ts';

/**
 * Holds the rows of a user name for a month, so that they win nothing, or releases them, whatever their experience for
 * each minute. A new import of the month keeps it. Activity that is not held counts as practice of its owner today,
 * once a month; held, it does not count. What is so already stays so, without a line in the audit log.
 * @throws Refusal notFound for a month without a board, noSuchRow, seasonClosed, ownMatter
 */
export async function setRowHold(
  outer: Ctx,
  {
    season,
    username,
    held,
    reason = null,
  }: { season: string; username: string; held: boolean; reason?: string | null | undefined },
): Promise<{ held: boolean }> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    // Alone: a claim that is confirmed meanwhile would not see what is held, nor this act the new owner.
    await lockCup(ctx, 'update');
    if (await findClosing(ctx, season)) throw new Refusal(seasonClosed);
    const board = await findSeasonBoard(ctx, season);
    if (!board) throw new Refusal(commonRefusals.notFound);
    // Small letters are made by the database on both sides: JavaScript makes other ones of İ and of a last Σ.
    const { rows } = await sql<Row>`
      select line.id, line.owner_id, lower(line.username) as folded, review.held as review,
        (line.xp_per_minute > most_xp_per_minute) is true as is_too_fast
      from cup_lines line cross join cup_settings
      left join cup_reviews review
        on review.season = ${`${season}-01`}::date and review.username = lower(line.username)
      where line.board_id = ${board.id} and lower(line.username) = lower(${username})`.execute(ctx.db);
    const [row] = rows;
    if (!row) throw new Refusal(noSuchRow);
    // A release may win coins.
    if (!held) await refuseOwnMatter(ctx, [row.ownerId]);
    // A user name may have a row in each of several languages.
    if (rows.every(({ review, isTooFast }) => (review ?? isTooFast) === held)) return { held };
    const isSoByItself = rows.every(({ isTooFast }) => isTooFast === held);
    const review = { season: `${season}-01`, username: row.folded, held };
    await keepReview(ctx, { ...review, isSoByItself });
    if (held) await takeBackHeldRow(ctx, board.id, username);
    else await countRowsOfBoard(ctx, board.id, username);
    await recordAct(ctx, {
      act: held ? 'cup.hold-row' : 'cup.release-row',
      subject: row.id,
      reason,
      detail: { season },
      words: { username: { of: row.ownerId, text: username } },
    });
    await publishToAdministrators(ctx, 'cup.changed', { and: row.ownerId ? [row.ownerId] : [] });
    return { held };
  });
}

type Row = { id: string; ownerId: string | null; folded: string; review: boolean | null; isTooFast: boolean };

/** Keeps a review only where the setting alone would say something else. */
async function keepReview(
  ctx: Ctx,
  {
    season,
    username,
    held,
    isSoByItself,
  }: { season: string; username: string; held: boolean; isSoByItself: boolean },
): Promise<void> {
  if (isSoByItself) {
    await ctx.db
      .deleteFrom('cupReviews')
      .where('season', '=', season)
      .where('username', '=', username)
      .execute();
    return;
  }
  const said = { held, reviewedBy: memberOf(ctx.actor).userId, reviewedAt: ctx.now };
  await ctx.db
    .insertInto('cupReviews')
    .values({ season, username, ...said })
    .onConflict((conflict) => conflict.columns(['season', 'username']).doUpdateSet(said))
    .execute();
}
