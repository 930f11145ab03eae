import { type RawBuilder, sql } from 'kysely';

/**
 * For each update of what the page of a teacher says: since when a hidden page waits for an administrator to look at
 * it, null for one that is shown.
 */
export const pageChangedAt = (now: Date): RawBuilder<Date | null> =>
  sql`case when teacher_profiles.page_hidden_at is not null then ${now}::timestamptz end`;
