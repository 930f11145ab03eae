import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { groupCommit } from '#server/db/group-commit.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** One notice of a person by its `id`, or all of theirs, up to the newest that they were shown. */
type Which = { id: string } | { upTo?: string | undefined };
type MarkRequest = { ctx: Ctx; userId: string; id?: string; upTo?: string | undefined };
type Done = { unread: number };

/**
 * Marks one of the reader's own notices as read, or all of them, and keeps the time of the first call. Returns how many
 * are unread. Refused while a thousand such requests wait.
 * @throws Refusal notFound, also for another person's
 */
export function markRead(ctx: Ctx, which: Which): Promise<Done> {
  const { userId } = memberOf(ctx.actor);
  return markInGroup(ctx.db, { ctx, userId, ...which });
}

/** What different people have read shares a transaction. */
const markInGroup = groupCommit<MarkRequest, Done>({
  keyOf: ({ userId }) => userId,
  runBatch: (db, requests) =>
    inTransaction({ ...(requests[0] as MarkRequest).ctx, db }, (ctx) =>
      mark(ctx, requests, { waits: false }),
    ),
  async runAlone(db, request) {
    const [done] = await inTransaction({ ...request.ctx, db }, (ctx) =>
      mark(ctx, [request], { waits: true }),
    );
    if (!done) throw new Refusal(commonRefusals.notFound);
    return done;
  },
});

/**
 * Marks what was asked for in one statement, and tells the readers' other tabs of it by one event. The answer is null
 * where a notice is locked by another transaction, unless it waits for that, and for one that the person does not have.
 */
async function mark(
  ctx: Ctx,
  requests: readonly MarkRequest[],
  { waits }: { waits: boolean },
): Promise<(Done | null)[]> {
  const { rows } = await sql<Done & { userId: string; isDone: boolean; hasChanged: boolean }>`
    with asked as materialized (
      select * from unnest(${requests.map(({ userId }) => userId)}::uuid[], ${requests.map(({ id }) => id ?? null)}::uuid[],
          ${requests.map(({ upTo }) => upTo ?? null)}::uuid[], ${requests.map((request) => request.ctx.now)}::timestamptz[])
        with ordinality as asked (user_id, id, up_to, at, nth)),
    wanted as materialized (
      select nth, at, notice.id from asked join notifications notice using (user_id, id)
      union all
      select nth, at, notice.id from asked join notifications notice using (user_id)
      where asked.id is null and read_at is null and (up_to is null or notice.id <= up_to)),
    free as materialized (select id from notifications
      where id in (select id from wanted) order by id for update ${waits ? sql`` : sql`skip locked`}),
    marked as (update notifications notice set read_at = first.at
      from (select distinct on (id) id, at from wanted join free using (id) order by id, nth) first
      where notice.id = first.id and read_at is null returning user_id)
    select user_id,
      case when asked.id is null then ${waits} or not exists (
          select from wanted where wanted.nth = asked.nth and id not in (select id from free))
        else asked.id in (select wanted.id from wanted join free using (id) where wanted.nth = asked.nth) end as is_done,
      user_id in (select user_id from marked) as has_changed,
      (select count(*) from notifications unread where unread.user_id = asked.user_id and read_at is null)
        - (select count(*) from marked where marked.user_id = asked.user_id) as unread
    from asked order by nth`.execute(ctx.db);
  const changed = new Set(rows.flatMap(({ hasChanged, userId }) => (hasChanged ? [userId] : [])));
  if (changed.size > 0) await publish(ctx, { kind: 'notifications.changed', audience: [...changed] });
  return rows.map(({ isDone, unread }) => (isDone ? { unread } : null));
}
