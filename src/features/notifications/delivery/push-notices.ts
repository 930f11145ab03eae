import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Handler, WorkFailed } from '#server/jobs/due-work.ts';
import { letterGoodForMs } from '#server/mail/hand-over-letter.ts';
import type { PushAnswer, PushService } from '#server/push/push-service.ts';
import { choiceColumns, choicesFrom } from '../choices/stored-choices.ts';
import { writeNotice } from '../letters/write-notice.ts';
import { isWanted, topicOf } from '../rules.ts';
import { pushNoticeWork } from './delivery-work.ts';

const longestKeptSeconds = 24 * 3600;

/**
 * Pushes a notice to each of its person's devices, once: which device took it is noted, and the others are tried again.
 * A device that its push service no longer knows is forgotten. As with letters, everything is asked again before. A
 * process that is killed before the note sends it twice; the device shows it once, because both have the notice's id.
 */
export function pushNotices(push: PushService): Handler {
  return {
    work: pushNoticeWork,
    async run(ctx, noticeId) {
      const notice = await findWaiting(ctx, noticeId);
      if (!notice) return;
      const drop = reasonToDrop(notice, ctx.now);
      if (drop) return settle(ctx, noticeId, drop);
      const devices = await findDevices(ctx, notice);
      const message = messageOf(notice, ctx.now);
      const answers = await Promise.all(
        devices.map(async (device) => ({ device, answer: await push.send(device, message) })),
      );
      const idsOf = (is: PushAnswer['is']) =>
        answers.flatMap(({ device, answer }) => (answer.is === is ? [device.id] : []));
      await note(ctx, noticeId, { reached: idsOf('taken'), gone: idsOf('gone') });
      const failed = answers.flatMap(({ answer }) => (answer.is === 'failed' ? [answer] : []));
      if (failed[0]) {
        const waitMs = Math.max(...failed.map((one) => one.waitMs));
        throw new WorkFailed(failed[0].why, { waitMs });
      }
      const hasReached = notice.reached.length + idsOf('taken').length > 0;
      await settle(ctx, noticeId, hasReached ? 'sent' : 'refused');
    },
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
  const { bannedAt, ageGroup, readAt, kind, goodUntil, createdAt } = notice;
  if (bannedAt || ageGroup !== 'adult' || readAt) return 'unwanted';
  if (!isWanted(choicesFrom(notice).chosen, kind, 'push')) return 'unwanted';
  const isOld = createdAt.getTime() < now.getTime() - letterGoodForMs;
  return isOld || (goodUntil && goodUntil <= now) ? 'late' : null;
}

function messageOf(notice: Waiting, now: Date) {
  const { id, kind, link, locale, zone, goodUntil } = notice;
  const { sentence, below, earned } = writeNotice(
    { kind, detail: notice.detail as Record<string, string> },
    { locale, zone },
  );
  const left = goodUntil ? Math.floor((goodUntil.getTime() - now.getTime()) / 1000) : longestKeptSeconds;
  // A message has room for 3,993 bytes; a long reason is in the bell.
  const body = [sentence, below, earned].filter(Boolean).join(' ').slice(0, 600);
  return {
    body: JSON.stringify({ id, title: 'Sumi', body, link: link ?? '/notifications', lang: locale }),
    ttlSeconds: Math.min(left, longestKeptSeconds),
    urgent: ['classes', 'hour-before', 'minutes-before'].includes(topicOf(kind)),
  };
}

async function findDevices({ db }: Ctx, { userId, reached }: Waiting) {
  return db
    .selectFrom('pushSubscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('userId', '=', userId)
    .where(sql<boolean>`not id = any(${reached}::uuid[])`)
    .execute();
}

async function note({ db }: Ctx, noticeId: string, { reached, gone }: { reached: string[]; gone: string[] }) {
  if (gone.length > 0) await db.deleteFrom('pushSubscriptions').where('id', 'in', gone).execute();
  await db
    .updateTable('noticeDeliveries')
    .set({ reached: sql`reached || ${reached}::uuid[]` })
    .where('noticeId', '=', noticeId)
    .where('channel', '=', 'push')
    .execute();
}

async function settle({ db, now }: Ctx, noticeId: string, outcome: 'sent' | 'refused' | 'late' | 'unwanted') {
  await db
    .updateTable('noticeDeliveries')
    .set({ settledAt: now, outcome })
    .where('noticeId', '=', noticeId)
    .where('channel', '=', 'push')
    .execute();
  return undefined;
}
