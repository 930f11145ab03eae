import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { isFree } from '#server/jobs/claim-due.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import { type Choices, choiceColumns, choicesFrom } from '../choices/stored-choices.ts';
import { hasDeviceColumn } from '../devices/has-device-column.ts';
import {
  defaultQuiet,
  isForGuardian,
  isWanted,
  type NoticeChannel,
  noticeChannels,
  trialKind,
} from '../rules.ts';
import { mailDigestWork, mailNoticeWork } from './mail-notices.ts';
import { type DeliveryPlan, type NoticeContent, planDelivery } from './plan-delivery.ts';
import { pushNoticeWork } from './push-notices.ts';

type WantedDelivery = { noticeId: string; userId: string; channel: NoticeChannel; plan: DeliveryPlan };

/**
 * Writes where else the notices of some people go, as each of them chose, in the transaction of the notices. What they
 * may get by mail is looked at when it is sent: an address can be confirmed, and an account closed, in between.
 */
export async function wantDeliveries(
  ctx: Ctx,
  content: NoticeContent,
  notices: readonly { id: string; userId: string }[],
): Promise<void> {
  const noticeOf = new Map(notices.map(({ id, userId }) => [userId, id]));
  const people = await findRecipients(ctx, [...noticeOf.keys()]);
  const wanted = people.flatMap(({ id, hasDevice, isKid, ...choices }): WantedDelivery[] => {
    const noticeId = noticeOf.get(id);
    if (!noticeId) return [];
    const goesBy = (channel: NoticeChannel) =>
      isKid
        ? channel === 'email' && isForGuardian(choices.chosen, content.kind)
        : (channel === 'email' || hasDevice) && isWanted(choices.chosen, content.kind, channel, hasDevice);
    return noticeChannels.filter(goesBy).map((channel) => ({
      noticeId,
      userId: id,
      channel,
      plan: planFor(content, channel, choices, ctx.now),
    }));
  });
  if (wanted.length === 0) return;
  await ctx.db
    .insertInto('noticeDeliveries')
    .columns(['noticeId', 'channel', 'gathered', 'goodUntil'])
    .expression(
      sql`select * from unnest(${wanted.map(({ noticeId }) => noticeId)}::uuid[], ${wanted.map(({ channel }) => channel)}::text[],
        ${wanted.map(({ plan }) => plan.gathered)}::boolean[], ${wanted.map(({ plan }) => plan.goodUntil)}::timestamptz[])`,
    )
    .execute();
  await putManyDue(ctx, wanted);
}

function planFor(
  content: NoticeContent,
  channel: NoticeChannel,
  { zone, quiet, digest }: Choices & { zone: string },
  now: Date,
): DeliveryPlan {
  if (content.kind === trialKind)
    return { at: now, gathered: false, goodUntil: new Date(now.getTime() + 600_000) };
  const plan = planDelivery(content, { zone, quiet }, now, digest && channel === 'email');
  // Push messages are not gathered into one, also where they waited.
  return channel === 'push' ? { ...plan, gathered: false } : plan;
}

/**
 * In order, because two transactions that lock the same persons' rows in another order would deadlock. A letter of
 * several notices that waits already keeps its earlier time: another notice does not postpone it. `noteOutcome` sees to
 * that for one that is under way, if the attempt fails.
 */
async function putManyDue(ctx: Ctx, wanted: readonly WantedDelivery[]): Promise<void> {
  const due = wanted
    .map(({ noticeId, userId, channel, plan }) =>
      plan.gathered
        ? { work: mailDigestWork, subject: userId, at: plan.at }
        : { work: channel === 'push' ? pushNoticeWork : mailNoticeWork, subject: noticeId, at: plan.at },
    )
    .sort((one, other) => (`${one.work.kind}${one.subject}` < `${other.work.kind}${other.subject}` ? -1 : 1));
  const kinds = due.map(({ work }) => work.kind);
  const subjects = due.map(({ subject }) => subject);
  const moments = due.map(({ at }) => at);
  await sql`select put_due(due.kind, due.subject, least(due.at, waits.due_at))
    from unnest(${kinds}::text[], ${subjects}::text[], ${moments}::timestamptz[])
      as due (kind, subject, at)
    left join due_work as waits on waits.kind = due.kind and waits.subject = due.subject
      and ${isFree} and waits.kind = ${mailDigestWork.kind}`.execute(ctx.db);
  for (const work of [mailNoticeWork, pushNoticeWork]) {
    if (due.some((one) => one.work === work && one.at <= ctx.now)) runSoon(ctx, work);
  }
}

type Recipient = Choices & { id: string; zone: string; hasDevice: boolean; isKid: boolean };

/**
 * Kids get neither letters nor push messages: their notices are in the bell. Letters about their classes go to the
 * guardian who consented by a letter; kids without one are left out.
 */
async function findRecipients({ db }: Ctx, ids: readonly string[]): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin('noticeSettings', 'noticeSettings.userId', 'users.id')
    .select(['users.id', 'users.zone', ...choiceColumns])
    .select(hasDeviceColumn.as('hasDevice'))
    .where(sql<boolean>`users.id = any(${ids}::uuid[])`)
    .where('users.bannedAt', 'is', null)
    .select(sql<boolean>`profiles.age_group = 'kid'`.as('isKid'))
    .where(sql<boolean>`(profiles.age_group = 'adult' or guardian_address(users.id) is not null)`)
    .execute();
  return rows.map(({ id, zone, hasDevice, isKid, ...stored }) => ({
    ...{ id, zone, hasDevice, isKid },
    ...choicesFrom(stored),
    // The kid's quiet hours and daily letter do not delay letters to the guardian.
    ...(isKid && { quiet: defaultQuiet, digest: false }),
  }));
}
