import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { ManagedClaim, listCupClaims as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { isClaimable } from './read-own-cup.ts';

const claimsOnAPage = 20;

/**
 * Waiting claims, oldest first, or confirmed claims, newest first. Each comes with the rows that it is about, so that
 * an administrator can compare their names: those of the live board and those with a waiting prize, else those of the
 * board that was published last.
 * @throws Refusal badInput for a malformed cursor
 */
export async function listCupClaims(
  { db, actor }: Ctx,
  { status, cursor }: { status: 'pending' | 'confirmed'; cursor?: string | undefined },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(actor, 'manage'));
  const { userId } = memberOf(actor);
  const { key, order, after } = keyset(status === 'pending' ? 'asc' : 'desc', { 'claim.id': 'uuid' });
  const { rows } = await sql<ClaimRow>`
    select claim.id, claim.username, claim.status, claim.created_at, claim.user_id = ${userId} as own,
      users.name, users.email, profiles.age_group = 'kid' as kid,
      case when found.same_email is null then null when not found.same_email then 'none'
        when users.email_verified then 'verified' else 'same' end as email_match,
      coalesce(found.rows, '[]') as rows,
      (select count(*) from cup_claims rival where rival.status = 'pending' and rival.id <> claim.id
        and lower(rival.username) = lower(claim.username)) as rivals,
      array(select other.username from cup_claims other where other.user_id = claim.user_id
        and other.status = 'confirmed' and other.id <> claim.id order by other.id) as other_names, ${key}
    from cup_claims claim
    join users on users.id = claim.user_id
    join profiles on profiles.user_id = claim.user_id
    left join lateral (
      select bool_or(lower(line.email) = users.email) as same_email,
        jsonb_agg(jsonb_build_object('season', to_char(season, 'YYYY-MM'), 'fullName', full_name, 'email', line.email,
          'classroom', classroom, 'language', language, 'totalExp', total_exp) order by season desc, xp_position) as rows
      from (
        select line.*, board.season,
          rank() over (order by case when ${isClaimable} then 'infinity' else board.live_at end desc) as place
        from cup_boards board join duolingo_rankings line on line.board_id = board.id
        where board.status <> 'draft' and lower(line.username) = lower(claim.username)
      ) line
      where place = 1
    ) found on true
    where claim.status = ${status} and ${after(cursor)}
    order by ${order} limit ${claimsOnAPage + 1}`.execute(db);
  return pageOf(rows, claimsOnAPage, ({ name, email, kid, createdAt, ...claim }) => ({
    ...claim,
    createdAt: createdAt.toISOString(),
    person: { name, email, kid },
  }));
}

type ClaimRow = Keyed &
  Omit<ManagedClaim, 'createdAt' | 'person'> &
  ManagedClaim['person'] & { createdAt: Date };
