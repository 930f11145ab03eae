import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { PushAnswer } from '#server/push/push-service.ts';
import { dayMs } from '#shared/time/durations.ts';

/** For how long a device that fails waits: a minute at first, then as long as it has failed, an hour at most. */
const [firstWaitSeconds, longestWaitSeconds] = [60, 3600];

/** A device whose push service has taken no message for so long is forgotten. */
const givenUpAfterDays = 7;

type Answered = { id: string; answer: PushAnswer };

/**
 * Notes which devices took a notice and which failed. A failed device takes no other notice of its person until
 * `retry_at`, because each attempt may take as long as a push service is waited for. Answers when those are tried
 * again.
 */
export async function noteAnswers(
  { db, now }: Ctx,
  noticeId: string,
  answers: readonly Answered[],
): Promise<Date[]> {
  const idsOf = (is: PushAnswer['is']) => answers.flatMap(({ id, answer }) => (answer.is === is ? [id] : []));
  const [reached, gone] = [idsOf('taken'), idsOf('gone')];
  if (gone.length > 0) await db.deleteFrom('pushSubscriptions').where('id', 'in', gone).execute();
  if (reached.length > 0) {
    await db
      .updateTable('pushSubscriptions')
      .set({ failingSince: null, retryAt: null })
      .where('id', 'in', reached)
      .where('failingSince', 'is not', null)
      .execute();
  }
  const tried = await noteFailures({ db, now }, answers);
  await db
    .updateTable('noticeDeliveries')
    .set({ reached: sql`reached || ${reached}::uuid[]` })
    .where('noticeId', '=', noticeId)
    .where('channel', '=', 'push')
    .execute();
  return tried;
}

async function noteFailures({ db, now }: Pick<Ctx, 'db' | 'now'>, answers: readonly Answered[]) {
  const tried: Date[] = [];
  for (const { id, answer } of answers) {
    if (answer.is !== 'failed') continue;
    await db
      .deleteFrom('pushSubscriptions')
      .where('id', '=', id)
      .where('failingSince', '<=', new Date(now.getTime() - givenUpAfterDays * dayMs))
      .execute();
    const { rows } = await sql<{ retryAt: Date }>`
      update push_subscriptions set failing_since = coalesce(failing_since, ${now}),
          retry_at = ${now}::timestamptz + make_interval(secs => greatest(${answer.waitMs / 1000},
            ${firstWaitSeconds}, least(${longestWaitSeconds},
              extract(epoch from ${now}::timestamptz - coalesce(failing_since, ${now})))))
        where id = ${id} returning retry_at as "retryAt"`.execute(db);
    tried.push(...rows.map(({ retryAt }) => retryAt));
  }
  return tried;
}
