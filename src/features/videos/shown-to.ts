import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AgeGroup } from '#shared/actor.ts';

/**
 * The condition on `videos` for what a person may see: active and approved. A kid sees only the videos that an
 * administrator marked for kids.
 */
export function shownTo({ ageGroup }: { ageGroup: AgeGroup }): RawBuilder<SqlBool> {
  return sql<SqlBool>`is_active and moderation_status = 'approved' ${ageGroup === 'kid' ? sql`and is_for_kids` : sql``}`;
}
