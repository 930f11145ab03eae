import { type RawBuilder, sql } from 'kysely';
import type { Member } from '#shared/actor.ts';

/**
 * Which rows of `duolingo_rankings` are a person's: those of the user name they claimed, once confirmed, and those
 * with their e-mail, once verified, unless somebody else's claim to them was confirmed. A condition for a query.
 */
export function isOwnedBy({ userId }: Member): RawBuilder<unknown> {
  return sql`(
    lower(username) = (select lower(username) from cup_claims where user_id = ${userId} and status = 'confirmed')
    or (lower(email) = (select email from users where id = ${userId} and email_verified)
      and not exists (
        select from cup_claims where status = 'confirmed' and user_id <> ${userId}
          and lower(cup_claims.username) = lower(duolingo_rankings.username))))`;
}
