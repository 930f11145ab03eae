import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import { type Choices, choiceColumns, choicesFrom } from '../choices/stored-choices.ts';
import { topicOf, wants } from '../rules.ts';
import { mailDigestWork, mailNoticeWork } from './delivery-work.ts';
import { type Plan, planDelivery } from './plan-delivery.ts';

type Told = { kind: string; detail: Record<string, string | number | null> };
type Wanted = { noticeId: string; userId: string; plan: Plan };

/**
 * Writes where else the notices of some people go, as each of them chose, in the transaction of the notices. What they
 * may get by mail is looked at when it is sent: an address can be confirmed, and an account closed, in between.
 */
export async function wantDeliveries(
  ctx: Ctx,
  told: Told,
  notices: readonly { id: string; userId: string }[],
): Promise<void> {
  const noticeOf = new Map(notices.map(({ id, userId }) => [userId, id]));
  const people = await findRecipients(ctx, [...noticeOf.keys()]);
  const wanted = people.flatMap(({ id, zone, ...choices }): Wanted[] => {
    const noticeId = noticeOf.get(id);
    if (!noticeId || !wants(choices.chosen, topicOf(told.kind), 'email')) return [];
    return [
      {
        noticeId,
        userId: id,
        plan: planDelivery(told, { zone, quiet: choices.quiet }, ctx.now, choices.digest),
      },
    ];
  });
  if (wanted.length === 0) return;
  await ctx.db
    .insertInto('noticeDeliveries')
    .values(
      wanted.map(({ noticeId, plan: { gathered, goodUntil } }) => ({
        noticeId,
        channel: 'email',
        gathered,
        goodUntil,
      })),
    )
    .execute();
  await putManyDue(ctx, wanted);
}

/** In order, because two transactions that lock the same persons' rows in another order would deadlock. */
async function putManyDue(ctx: Ctx, wanted: readonly Wanted[]): Promise<void> {
  const due = wanted
    .map(({ noticeId, userId, plan }) =>
      plan.gathered
        ? { kind: mailDigestWork.kind, subject: userId, at: plan.at }
        : { kind: mailNoticeWork.kind, subject: noticeId, at: plan.at },
    )
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  const column = <Key extends keyof (typeof due)[number]>(key: Key) => due.map((one) => one[key]);
  await sql`select put_due(kind, subject, at)
    from unnest(${column('kind')}::text[], ${column('subject')}::text[], ${column('at')}::timestamptz[])
      as due (kind, subject, at)`.execute(ctx.db);
  if (due.some(({ at }) => at <= ctx.now)) runSoon(ctx, mailNoticeWork);
}

type Recipient = Choices & { id: string; zone: string };

/** Kids get no letters: their notices are in the bell, and their guardian hears from Sumi when consent is asked for. */
async function findRecipients({ db }: Ctx, ids: readonly string[]): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin('noticeSettings', 'noticeSettings.userId', 'users.id')
    .select(['users.id', 'users.zone', ...choiceColumns])
    .where(sql<boolean>`users.id = any(${ids}::uuid[])`)
    .where('users.bannedAt', 'is', null)
    .where('profiles.ageGroup', '=', 'adult')
    .execute();
  return rows.map(({ id, zone, ...stored }) => ({ id, zone, ...choicesFrom(stored) }));
}
