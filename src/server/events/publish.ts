import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { wakeListeners } from './wake.ts';

/**
 * Something that happened, told to whoever may see it. It says only *what* is no longer as it was
 * (`coins.changed`, `cup.changed`): browsers read again under their own permissions, so an event can
 * never show anybody something they may not see.
 */
export type Happening = {
  /** `feature.what-happened`; the part before the dot is the feature whose reads are stale. */
  kind: string;
  /** Ids of the people it concerns; leave out for everybody, visitors too. */
  audience?: readonly string[];
  /** The row it is about, if one. */
  subject?: string;
};

/** Records a happening in the transaction at hand; browsers hear of it once that has committed. */
export async function publish(ctx: Ctx, { kind, audience, subject }: Happening): Promise<void> {
  await ctx.db
    .insertInto('events')
    .values({ kind, audience: audience ? sql`${audience}::uuid[]` : null, subject })
    .execute();
  ctx.afterCommit(wakeListeners);
}
