import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { hasClaim } from '../claims/has-claim.ts';
import { boardChanged, type closeCupSeason as operation } from '../contract.ts';
import { may, mayClose } from '../permissions.ts';
import type { Winner } from '../rules.ts';
import { findClosing, findSeasonBoard } from './find-season-board.ts';
import { type ContestRow, findWinners } from './find-winners.ts';
import { lapsePrizes } from './lapse-prizes.ts';
import { lockCup } from './lock-cup.ts';
import { payPrizes } from './pay-prizes.ts';
import { readSettings } from './read-settings.ts';

type Closed = AnswerOf<typeof operation>;

/**
 * Closes a month that is over: its board becomes final, and the first three of each language win coins. Claimed rows
 * are paid at once; the prizes of the others wait for a claim. Prizes of earlier months that still wait lapse, unless a
 * claim to their row is not decided.
 * Idempotent: a month that is closed stays as it is, and the answer says what became of its prizes. `boardId` is the
 * board of the administrator's preview.
 * @throws Refusal notFound, seasonRunning, boardChanged
 */
export async function closeCupSeason(
  outer: Ctx,
  { season, boardId }: { season: string; boardId: string },
): Promise<Closed> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    const live = await lockCup(ctx, 'update');
    const before = await findClosing(ctx, season);
    if (before) return readClosing(ctx, season, before);
    refuse(mayClose(season, ctx.now));
    const board = await findSeasonBoard(ctx, season);
    if (!board) throw new Refusal(commonRefusals.notFound);
    // Another board became live while this transaction waited for the lock, or since the preview.
    if (!live || board.id !== boardId) throw new Refusal(boardChanged);
    const month = `${season}-01`;
    await ctx.db
      .insertInto('cupSeasons')
      .values({ season: month, boardId, closedAt: ctx.now, closedBy: memberOf(ctx.actor).userId })
      .execute();
    const prizesLapsed = await lapsePrizes(ctx);
    const settings = await readSettings(ctx);
    const { winners, held } = await findWinners(ctx, { season, boardId, settings });
    await insertPrizes(ctx, month, winners);
    await payPrizes(ctx);
    await inviteToClaim(ctx, month);
    const closed = await readClosing(ctx, season, ctx.now);
    await recordAct(ctx, {
      act: 'cup.close-season',
      subject: boardId,
      detail: {
        season,
        winners: winners.length,
        coinsPaid: closed.paid.coins,
        coinsWaiting: closed.waiting.coins,
        prizesLapsed,
        rowsHeld: held,
      },
    });
    await publish(ctx, { kind: 'cup.changed', subject: boardId });
    return closed;
  });
}

async function insertPrizes({ db }: Ctx, month: string, winners: Winner<ContestRow>[]): Promise<void> {
  if (winners.length === 0) return;
  await db
    .insertInto('cupPrizes')
    .values(
      winners.map(({ row, place, coins }) => ({
        season: month,
        rowId: row.id,
        language: row.language,
        place,
        coins,
      })),
    )
    .execute();
}

/**
 * Tells the people whose verified e-mail is that of an unclaimed winner that a claim brings the prize, unless they have
 * a claim that waits or a row of the board already.
 */
async function inviteToClaim(ctx: Ctx, month: string): Promise<void> {
  const { rows } = await sql<{ userId: string; language: string; coins: number }>`
    select users.id as user_id, prize.language, prize.coins
    from cup_prizes prize
    join duolingo_rankings line on line.id = prize.row_id
    join users on users.email = lower(line.email) and users.email_verified
    where prize.season = ${month} and prize.status = 'waiting'
      and not ${hasClaim(sql`users.id`, sql`line.board_id`)}`.execute(ctx.db);
  const season = month.slice(0, 7);
  for (const { userId, ...prize } of rows) {
    await notify(ctx, {
      to: [userId],
      kind: 'cup.prize-waits',
      detail: { season, ...prize },
      link: `/ranking?season=${season}`,
    });
  }
}

/** What became of the prizes of a closed season. */
async function readClosing({ db }: Ctx, season: string, closedAt: Date): Promise<Closed> {
  const prizes = await db
    .selectFrom('cupPrizes')
    .select(['status', 'coins'])
    .where('season', '=', `${season}-01`)
    .execute();
  const sumOf = (wanted: 'paid' | 'waiting') => {
    const found = prizes.filter(({ status }) => status === wanted);
    return { count: found.length, coins: found.reduce((sum, { coins }) => sum + coins, 0) };
  };
  return { season, closedAt: closedAt.toISOString(), paid: sumOf('paid'), waiting: sumOf('waiting') };
}
