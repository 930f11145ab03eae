import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { groupCommit } from '#server/db/group-commit.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { shownToAsker } from '../shown-to.ts';

/** The marks that a person sets on a video and can remove. `not_interested` keeps it out of their feed. */
export type Reaction = 'like' | 'save' | 'not_interested';

type ReactRequest = {
  userId: string;
  isKid: boolean;
  id: string;
  reaction: Reaction;
  wanted: boolean;
  at: Date;
};

/**
 * Likes, saves or dismisses a video, or undoes that. The call is idempotent: a person has at most one reaction of a
 * kind on a video, and the last request to arrive wins. Refused while a thousand reactions wait.
 */
export async function reactToVideo(
  { db, actor, now }: Ctx,
  wish: { id: string; reaction: Reaction; wanted: boolean },
): Promise<void> {
  const { userId, ageGroup } = memberOf(actor);
  await reactInGroup(db, { userId, isKid: ageGroup === 'kid', at: now, ...wish });
}

/** Reactions of different people share a statement and its commit. */
const reactInGroup = groupCommit<ReactRequest, 'done'>({
  keyOf: ({ userId, id, reaction }) => `${userId} ${id} ${reaction}`,
  runBatch: (db, requests) => store(db, requests, sql`skip locked`),
  async runAlone(db, request) {
    const [done] = await store(db, [request], sql``);
    if (!done) throw new Refusal(commonRefusals.notFound);
    return done;
  },
});

/**
 * Stores these reactions in one statement. It leaves undone, and answers null for, those on a video that is not shown
 * to their person or of a deleted account, and those that repeat another one of the batch, which has to come first. The
 * row of the video is locked as the foreign key locks it, that of the person so that a deletion comes before or after.
 */
async function store(
  db: Db,
  requests: readonly ReactRequest[],
  ifLocked: RawBuilder<unknown>,
): Promise<('done' | null)[]> {
  const { rows } = await sql<{ isDone: boolean }>`
    with asked as materialized (
      select * from unnest(${requests.map(({ userId }) => userId)}::uuid[], ${requests.map(({ isKid }) => isKid)}::boolean[],
          ${requests.map(({ id }) => id)}::uuid[], ${requests.map(({ reaction }) => reaction)}::text[],
          ${requests.map(({ wanted }) => wanted)}::boolean[], ${requests.map(({ at }) => at)}::timestamptz[])
        with ordinality as asked (user_id, is_kid, video_id, reaction, wanted, at, nth)),
    video as materialized (select id, is_active, moderation_status, is_for_kids from videos
      where id in (select video_id from asked) order by id for key share ${ifLocked}),
    person as materialized (select id from users
      where id in (select user_id from asked) and deleted_at is null order by id for no key update ${ifLocked}),
    doable as materialized (
      select distinct on (user_id, video_id, reaction) asked.*
      from asked join person on person.id = user_id join video on video.id = video_id
      where ${shownToAsker(sql`is_kid`)}
      order by user_id, video_id, reaction, nth),
    added as (insert into video_interactions (user_id, video_id, interaction_type, created_at)
      select user_id, video_id, reaction, at from doable where wanted order by user_id, video_id, reaction
      on conflict do nothing),
    removed as (delete from video_interactions did using doable where not wanted
      and did.user_id = doable.user_id and did.video_id = doable.video_id and did.interaction_type = reaction)
    select nth in (select nth from doable) as is_done from asked order by nth`.execute(db);
  return rows.map(({ isDone }) => (isDone ? 'done' : null));
}
