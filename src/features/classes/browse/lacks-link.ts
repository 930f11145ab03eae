import { type RawBuilder, sql } from 'kysely';
import { notEndedAt } from '../class-rows.ts';

/** A class to come is given its link in time, so only the next ones wait for an organiser. */
const hoursAhead = 48;

/** True of a row of `classes` that begins soon or is under way and has no meeting link. It uses the index by start. */
export function lacksLink(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(classes.status = 'scheduled' and classes.meet_link is null and ${notEndedAt(now)}
    and classes.starts_at < ${now}::timestamptz + ${hoursAhead} * interval '1 hour')`;
}
