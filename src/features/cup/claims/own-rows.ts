import { type RawBuilder, sql } from 'kysely';
import type { Member } from '#shared/actor.ts';

/**
 * An SQL condition on `duolingo_rankings`: the rows of a person. These are the rows of their confirmed claim and those
 * with their verified e-mail, except rows of another person's confirmed claim.
 */
export function isOwnedBy({ userId }: Member): RawBuilder<unknown> {
  return sql`(
    lower(username) = (select lower(username) from cup_claims where user_id = ${userId} and status = 'confirmed')
    or (lower(email) = (select email from users where id = ${userId} and email_verified)
      and not exists (
        select from cup_claims where status = 'confirmed' and user_id <> ${userId}
          and lower(cup_claims.username) = lower(duolingo_rankings.username))))`;
}
