import { sql } from 'kysely';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { firstRow } from '#server/db/only-row.ts';
import { hasClaim as hasClaimOn } from './claims/has-claim.ts';
import { type CupLine, claimExists } from './contract.ts';
import { type CupPage, type CupQuery, type CupRow, lineColumns, orderOf, shownLine } from './reads.ts';
import { missingToOvertake } from './rules.ts';
import { isHeldRow } from './seasons/find-winners.ts';

/**
 * Adds to a page of the cup what is the reader's own: which lines are theirs and held for review, on a first page also
 * the one with the best position, and that they cannot claim another line while they have a claim that waits or a line
 * of the board by one, or have no proved contact.
 * Answers the same page where nothing is theirs. The lines of a board never change, so what is read here matches the
 * page.
 */
export async function markOwnLines(ctx: Ctx, page: CupPage, query: CupQuery): Promise<CupPage> {
  const [first] = page.items;
  if (ctx.actor.kind === 'visitor' || !first) return page;
  const { position, inLanguage } = orderOf(query);
  const boardId = sql`(select board_id from duolingo_rankings where id = ${first.id})`;
  const onBoard = sql`board_id = ${boardId}`;
  const { userId, contactProved } = ctx.actor;
  // Each half of the union is a look-up in an index; `owner_id` then decides whose row it is.
  const { rows } = await sql<OwnRow>`
    select reader.has_claim, line.*
    from (select ${hasClaimOn(userId, boardId)} as has_claim) reader
    left join lateral (
      select ${lineColumns(position)} from cup_lines
      where owner_id = ${userId} ${inLanguage} and id in (
        select id from duolingo_rankings where ${onBoard} and lower(username) in (
          select username from confirmed_cup_claims where user_id = ${userId})
        union all
        select id from duolingo_rankings where ${onBoard} and lower(email) = (
          select email from users where id = ${userId} and email_verified))
    ) line on true
    order by line.position`.execute(ctx.db);
  const { hasClaim } = firstRow(rows);
  const ownRows = rows.filter((row) => row.id !== null);
  if (!hasClaim && ownRows.length === 0 && contactProved) return page;

  function withClaim(line: CupLine): CupLine {
    const claim = hasClaim
      ? claimExists.code
      : (line.allowed.claim ?? (contactProved ? null : confirmEmailFirst.code));
    return claim === line.allowed.claim ? line : { ...line, allowed: { ...line.allowed, claim } };
  }

  /** What the line lacks to overtake the one above it; null for the first. */
  async function missingAbove(line: CupLine): Promise<number | null> {
    const above = await sql<Pick<CupLine, 'totalExp' | 'streakDays'>>`
      select total_exp, streak_days from duolingo_rankings
      where ${onBoard} ${inLanguage} and ${position} = ${line.position - 1}`.execute(ctx.db);
    const [next] = above.rows;
    return next ? missingToOvertake(line, next, query.order) : null;
  }

  const held = await findHeld(
    ctx,
    ownRows.map(({ id }) => id),
  );
  const own = ownRows.map((row) => ({
    ...withClaim(shownLine(row, ctx.actor)),
    own: true,
    held: held.has(row.id),
  }));
  const ownById = new Map(own.map((line) => [line.id, line]));
  const best = query.cursor === undefined ? own[0] : undefined;
  return {
    ...page,
    own: best ?? null,
    missing: best ? await missingAbove(best) : null,
    items: page.items.map((line) => ownById.get(line.id) ?? withClaim(line)),
  };
}

/** Which of these rows are held for review. In a closed month the review is over. */
async function findHeld({ db }: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select line.id from duolingo_rankings line
    join cup_boards board on board.id = line.board_id cross join cup_settings
    where line.id = any(${ids}::uuid[]) and ${isHeldRow} and not exists (
      select from cup_seasons closed where closed.season = board.season)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type OwnRow = CupRow & { hasClaim: boolean };
