import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { claimExists, type readOwnCup as operation } from '../contract.ts';
import { hasClaim } from './has-claim.ts';

export type OwnCup = AnswerOf<typeof operation>;

/**
 * SQL for whether a member can claim a row (`line`, of `board`) by its user name: it is on the live board, or won a
 * prize that waits for its claim.
 */
export const isClaimable = sql<boolean>`(board.status = 'live'
  or line.id in (select row_id from cup_prizes where status = 'waiting'))`;

/**
 * A person's claim, suggestion and visibility in the cup. A user name is suggested only for a verified e-mail, so that
 * a sign-up with another person's address reveals nothing.
 */
export async function readOwnCup({ db, actor }: Ctx): Promise<OwnCup> {
  const { userId } = memberOf(actor);
  // The newest claim counts: a member may claim again after a rejection, or once their user name changed.
  const claims = await db
    .selectFrom('cupClaims')
    .select(['username', 'typed', 'status', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  const [claim] = claims;
  const suggestion = await suggestName(db, userId);
  const live = sql`(select id from cup_boards where status = 'live')`;
  const { rows } = await sql<{ has: boolean }>`select ${hasClaim(userId, live)} as has`.execute(db);
  const mayClaim = suggestion !== null || !onlyRow(rows).has;
  return {
    claim: claim
      ? {
          username: claim.typed || claim.status === 'confirmed' ? claim.username : null,
          status: claim.status,
          createdAt: claim.createdAt.toISOString(),
        }
      : null,
    confirmed: claims.find(({ status }) => status === 'confirmed')?.username ?? null,
    allowed: { claim: mayClaim ? null : claimExists.code },
    suggestion,
    ...(await readVisibility({ db }, userId)),
  };
}

/** Whether boards show the person under an alias, as a kid or because they chose it. */
export async function readVisibility(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
): Promise<Pick<OwnCup, 'hidden' | 'kid'>> {
  const { ageGroup, asked } = await db
    .selectFrom('profiles')
    .leftJoin('cupAliases', 'cupAliases.userId', 'profiles.userId')
    .select(['ageGroup', 'cupAliases.userId as asked'])
    .where('profiles.userId', '=', userId)
    .executeTakeFirstOrThrow();
  const kid = ageGroup === 'kid';
  return { hidden: kid || asked !== null, kid };
}

/** A row whose prize waits comes first, because the prize lapses. */
async function suggestName(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ username: string }>`
    select line.username from cup_boards board
    join duolingo_rankings line on line.board_id = board.id
    join users on users.id = ${userId} and users.email_verified and lower(line.email) = users.email
    where ${isClaimable} and not ${hasClaim(userId, sql`board.id`)} and not exists (
      select from confirmed_cup_claims claim where claim.username = lower(line.username))
    order by board.status = 'live', line.xp_position limit 1`.execute(db);
  return rows[0]?.username ?? null;
}
