import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AgeGroup } from '#shared/actor.ts';

/** Active and approved. */
export const isShown = sql`is_active and moderation_status = 'approved'`;

/**
 * The condition on `videos` for what a person may see: active and approved. A kid sees only the videos that an
 * administrator marked for kids.
 */
export function shownTo({ ageGroup }: { ageGroup: AgeGroup }): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isShown} ${ageGroup === 'kid' ? sql`and is_for_kids` : sql``}`;
}

/** `shownTo` in a statement for many people: `isKid` is the SQL that says of each whether they are a kid. */
export function shownToAsker(isKid: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isShown} and (is_for_kids or not ${isKid})`;
}
