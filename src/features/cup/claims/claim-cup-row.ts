import { sql } from 'kysely';
import { refuseUnprovedContact } from '#features/accounts/refuse-unproved.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { hourMs } from '#shared/time/durations.ts';
import { claimExists, noSuchRow, rowTaken } from '../contract.ts';
import { standsBesideOwn } from './has-claim.ts';
import { isClaimable, type OwnCup, readOwnCup } from './read-own-cup.ts';

type ClaimedRow = { username: string } | { lineId: string };

/** Rate limit: user names are not public, and a member must not learn them by guessing. */
const tries = { max: 10, windowMs: hourMs };

/**
 * Claims the rows of a user name: of one that the member typed and that the live board has or a waiting prize names, or
 * that of a line they pointed at on any published board. The claim waits until an administrator confirms it. A person
 * has one claim at a time that waits, a row has one owner. A member whose user name changed claims the new one; the old
 * one stays theirs. Two user names that stand on one board are not one member's.
 * @throws Refusal confirmEmailFirst, tooMany, noSuchRow, rowTaken, claimExists
 */
export async function claimCupRow(outer: Ctx, claimed: ClaimedRow): Promise<OwnCup> {
  const member = memberOf(outer.actor);
  refuseUnprovedContact(member);
  const { userId } = member;
  await countAttempt(outer, `cup-claims|${userId}`, tries);
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const typed = 'username' in claimed;
    const isClaimed = typed
      ? sql`${isClaimable} and lower(line.username) = lower(${claimed.username})`
      : sql`board.status <> 'draft' and line.id = ${claimed.lineId}`;
    const { rows } = await sql<{ username: string; taken: boolean }>`
      select line.username, exists (
        select from confirmed_cup_claims claim
        where claim.username = lower(line.username) and user_id <> ${userId}) as taken
      from duolingo_rankings line join cup_boards board on board.id = line.board_id
      where ${isClaimed} limit 1`.execute(ctx.db);
    const [row] = rows;
    if (!row) throw new Refusal(noSuchRow);
    if (row.taken) throw new Refusal(rowTaken);
    if (await standsBesideOwn(ctx, { userId, username: row.username })) throw new Refusal(claimExists);
    try {
      await ctx.db
        .insertInto('cupClaims')
        .values({ userId, username: row.username, typed, createdAt: ctx.now })
        .execute();
    } catch (error) {
      if (brokenConstraint(error) === 'one_claim_waits_a_person') throw new Refusal(claimExists);
      throw error;
    }
    await publishToAdministrators(ctx, 'cup.changed', { and: [userId] });
    return readOwnCup(ctx);
  });
}
