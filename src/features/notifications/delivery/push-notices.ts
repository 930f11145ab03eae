import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type DueWork, type Handler, putDue, WorkFailed } from '#server/jobs/due-work.ts';
import type { PushService } from '#server/push/push-service.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { choiceColumns, choicesFrom } from '../choices/stored-choices.ts';
import { writeNotice } from '../letters/write-notice.ts';
import { isWanted, topicOf, trialKind } from '../rules.ts';
import { mailNoticeWork } from './mail-notices.ts';
import { noteAnswers } from './note-answers.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { isLate, type NoticeContent, waitsUntil } from './plan-delivery.ts';
import { settleDeliveries } from './settle-deliveries.ts';

/** Pushing one notice to its person's devices; its subject is the notice's id. */
export const pushNoticeWork: DueWork = {
  kind: 'push-notice',
  backOff: { firstMs: 15_000, longestMs: 10 * minuteMs },
  concurrency: 4,
};

const longestKeptSeconds = 24 * 3600;

/** How long a notice waits in line for another one of its person, and when it comes back where that took longer. */
const [timeoutMs, busyMs] = [1000, 2000];

/**
 * Pushes a notice to each of its person's devices, once: which device took it is noted, and the others are tried again,
 * except of a trial, whose person tries again themselves. A device that its push service no longer knows, or that took
 * nothing for a week, is forgotten. As with letters, everything is asked again before. A process that is killed before
 * the note sends it twice; the device shows it once, because both have the notice's id. People name the push services:
 * one that is silent or fails delays the messages of its own person alone (`oneAtATime`, `noteAnswers`).
 */
export function pushNotices(push: PushService): Handler {
  const inLine = oneAtATime(timeoutMs);
  return {
    work: pushNoticeWork,
    async run(ctx, noticeId) {
      const notice = await findWaiting(ctx, noticeId);
      if (!notice) return;
      const drop = reasonToDrop(notice, ctx.now);
      if (drop) {
        await settleDeliveries(ctx, 'push', [notice], drop);
        return;
      }
      const { zone } = notice;
      const later = waitsUntil(contentOf(notice), { zone, quiet: choicesFrom(notice).quiet }, ctx.now);
      if (later) return later;
      const pushed = await inLine(notice.userId, () => pushTo(ctx, push, notice));
      if (!pushed) return new Date(ctx.now.getTime() + busyMs);
      const { reached, failed } = pushed.answer;
      if (failed && notice.kind !== trialKind) {
        // The devices are tried again for as long as it matters, which may be too late for all of them.
        if (reached === 0) await inTransaction(ctx, (inside) => mailInstead(inside, notice));
        throw failed;
      }
      await inTransaction(ctx, async (inside) => {
        await settleDeliveries(inside, 'push', [notice], reached > 0 ? 'sent' : 'refused');
        if (reached === 0) await mailInstead(inside, notice);
      });
    },
  };
}

/**
 * Pushes to the devices that do not wait. Answers how many have taken the notice, and why others are to be tried again.
 */
async function pushTo(ctx: Ctx, push: PushService, notice: Waiting) {
  const devices = await findDevices(ctx, notice);
  const message = messageOf(notice, ctx.now);
  const waiting = devices.flatMap(({ retryAt }) => (retryAt && retryAt > ctx.now ? [retryAt] : []));
  const ready = devices.filter(({ retryAt }) => !retryAt || retryAt <= ctx.now);
  const answers = await Promise.all(
    ready.map(async (device) => ({ id: device.id, answer: await push.send(device, message) })),
  );
  const tried = [...waiting, ...(await noteAnswers(ctx, notice.id, answers))];
  const [why = 'the push service failed before, and is tried later'] = answers.flatMap(({ answer }) =>
    answer.is === 'failed' ? [answer.why] : [],
  );
  const waitMs = Math.min(...tried.map((at) => at.getTime() - ctx.now.getTime()));
  return {
    reached: notice.reached.length + answers.filter(({ answer }) => answer.is === 'taken').length,
    failed: tried.length > 0 ? new WorkFailed(why, { waitMs }) : null,
  };
}

async function findWaiting({ db }: Ctx, noticeId: string) {
  return db
    .selectFrom('noticeDeliveries')
    .innerJoin('notifications', 'notifications.id', 'noticeDeliveries.noticeId')
    .innerJoin('users', 'users.id', 'notifications.userId')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin('noticeSettings', 'noticeSettings.userId', 'users.id')
    .select(['notifications.id', 'kind', 'detail', 'link', 'readAt', 'goodUntil', 'reached'])
    .select(['notifications.createdAt', 'users.id as userId', 'locale', 'zone', 'bannedAt', 'ageGroup'])
    .select(choiceColumns)
    .where('channel', '=', 'push')
    .where('settledAt', 'is', null)
    .where('notifications.id', '=', noticeId)
    .executeTakeFirst();
}
type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

function reasonToDrop(notice: Waiting, now: Date): 'unwanted' | 'late' | null {
  const { bannedAt, ageGroup, readAt, kind } = notice;
  if (bannedAt || ageGroup !== 'adult' || readAt) return 'unwanted';
  if (!isWanted(choicesFrom(notice).chosen, kind, 'push', true)) return 'unwanted';
  return isLate(notice, now) ? 'late' : null;
}

function contentOf({ kind, detail }: Waiting): NoticeContent {
  return { kind, detail: detail as NoticeContent['detail'] };
}

function messageOf(notice: Waiting, now: Date) {
  const { id, kind, link, locale, zone, goodUntil } = notice;
  const { sentence, below, earned } = writeNotice(contentOf(notice), { locale, zone, now });
  const left = goodUntil ? Math.floor((goodUntil.getTime() - now.getTime()) / 1000) : longestKeptSeconds;
  // A message has room for 3,993 bytes; a longer reason is in the bell.
  const body = [sentence, below, earned].filter(Boolean).join(' ').slice(0, 900);
  return {
    body: JSON.stringify({ id, title: 'Sumi', body, link: link ?? '/notifications', lang: locale }),
    ttlSeconds: Math.min(left, longestKeptSeconds),
    urgent: ['classes', 'hour-before', 'minutes-before'].includes(topicOf(kind)),
  };
}

async function findDevices({ db }: Ctx, { userId, reached }: Waiting) {
  return db
    .selectFrom('pushSubscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'retryAt'])
    .where('userId', '=', userId)
    .where(sql<boolean>`not id = any(${reached}::uuid[])`)
    .execute();
}

/** A notice that reached no device goes by mail, once, where it would have gone so to a person without one. */
async function mailInstead(ctx: Ctx, notice: Waiting): Promise<void> {
  const { id, kind, goodUntil } = notice;
  const { chosen } = choicesFrom(notice);
  if (isWanted(chosen, kind, 'email', true) || !isWanted(chosen, kind, 'email', false)) return;
  const wanted = await ctx.db
    .insertInto('noticeDeliveries')
    .values({ noticeId: id, channel: 'email', goodUntil })
    .onConflict((conflict) => conflict.doNothing())
    .returning('noticeId')
    .executeTakeFirst();
  if (wanted) await putDue(ctx, mailNoticeWork, id);
}
