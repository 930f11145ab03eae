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

/** Inserts an event in the current transaction; browsers receive it after the commit. */
export async function publish(ctx: Ctx, { kind, audience, subject }: NewEvent): Promise<void> {
  await ctx.db
    .insertInto('events')
    .values({ kind, audience: audience ? sql`${audience}::uuid[]` : null, subject })
    .execute();
  ctx.afterCommit(notifyListeners);
}
