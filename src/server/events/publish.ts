import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { notifyListeners } from './notify-listeners.ts';

/**
 * An event names only *what* changed (`coins.changed`, `cup.changed`) and carries no data: browsers read the data
 * again under their own permissions, so an event cannot leak what a person may not see.
 */
export type NewEvent = {
  /** `feature.what-happened`; browsers invalidate the reads of the feature before the dot. */
  kind: string;
  /** Ids of the users who receive it; leave out for all users and visitors. */
  audience?: readonly string[];
  /** The id of the row that changed, if it is one row. */
  subject?: string;
};

/**
 * Writes events in the current transaction, each once however often it is told; browsers receive them after the commit.
 */
export async function publish(ctx: Ctx, ...events: readonly NewEvent[]): Promise<void> {
  const calls = events.map(
    ({ kind, audience = null, subject = null }) =>
      sql`publish_event(${kind}, ${audience}::uuid[], ${subject}::uuid)`,
  );
  await sql`select ${sql.join(calls)}`.execute(ctx.db);
  ctx.afterCommit(notifyListeners);
}
