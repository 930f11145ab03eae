import { sql } from 'kysely';
import type { PublishedEvent } from '#server/calendar/write-ics.ts';
import { writeIcs } from '#server/calendar/write-ics.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import type { DueWork, Handler } from '#server/jobs/due-work.ts';
import { handOverLetter } from '#server/mail/hand-over-letter.ts';
import type { Mail } from '#server/mail/mail.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { choiceColumns, choicesFrom } from '../choices/stored-choices.ts';
import {
  composeNoticeLetter,
  type LetterNotice,
  type LetterReader,
  type LetterSettings,
} from '../letters/compose-notice-letter.ts';
import { defaultQuiet, isForGuardian, isWanted } from '../rules.ts';
import { isLate, type Rhythm, waitsUntil } from './plan-delivery.ts';
import { settleDeliveries } from './settle-deliveries.ts';

/**
 * Mailing one notice; its subject is the notice's id. A queue of its own, so that the letter of a new password does not
 * wait behind those of a cancelled class.
 */
export const mailNoticeWork: DueWork = {
  kind: 'mail-notice',
  backOff: { firstMs: minuteMs, longestMs: 30 * minuteMs },
  concurrency: 2,
};

/** Mailing what a person's notices waited for, in one letter; its subject is the person's id. */
export const mailDigestWork: DueWork = { ...mailNoticeWork, kind: 'mail-digest', concurrency: 1 };

export type NoticeMail = LetterSettings & {
  /** Null where a community sends no mail: then notices stay in the bell. */
  mail: Mail | null;
  /** Whether letters go to confirmed addresses only, as where a mail server is set. */
  provedOnly: boolean;
  /** The calendar events of those of these classes that a person has a part in, by start. */
  eventsOf: (
    db: Db,
    part: { classIds: readonly string[]; userId: string; appUrl: string },
  ) => Promise<PublishedEvent[]>;
};

/**
 * Kinds whose letter carries the class, or the classes, for the reader's calendar: in one file, also where a letter
 * tells of several notices. The file has METHOD:PUBLISH, under which RFC 5546 lets classes that take place and classes
 * that were cancelled stand together. REQUEST and CANCEL would need a file each, and attendees that Sumi does not name.
 */
export const kindsWithEvent: readonly string[] = [
  'classes.moved',
  'classes.series-moved',
  'classes.altered',
  'classes.series-altered',
  'classes.cancelled',
  'classes.several-cancelled',
  'classes.seat-bought',
  'classes.seat-given',
  'classes.given-to-you',
  'classes.series-given-to-you',
  'classes.starts-in-a-day',
  'classes.starts-within-a-day',
];

/** A letter holds so many notices; what is more goes in the next. */
const mostAtOnce = 50;

type Waiting = LetterNotice & {
  id: string;
  about: string | null;
  alsoAbout: string[] | null;
  createdAt: Date;
  readAt: Date | null;
  goodUntil: Date | null;
  reader: LetterReader & {
    isGuardian: boolean;
    /** Null for a kid without a guardian who proved theirs. */
    address: string | null;
    isBanned: boolean;
    proved: boolean;
    chosen: Record<string, boolean>;
    rhythm: Rhythm;
  };
};

/**
 * Sends notices by mail, each once. Not sent: a notice that was withdrawn, read or outdated meanwhile, one to a closed
 * account, and one whose mail the person has switched off since. A process that is killed between the mail server's
 * confirmation and the note of it sends the letter a second time, under the same Message-ID.
 */
export function mailNotices(settings: NoticeMail): readonly Handler[] {
  return [
    { work: mailNoticeWork, run: (ctx, id) => deliver(ctx, settings, 'one', id) },
    { work: mailDigestWork, run: (ctx, userId) => deliver(ctx, settings, 'gathered', userId) },
  ];
}

async function deliver(
  ctx: Ctx,
  settings: NoticeMail,
  which: 'one' | 'gathered',
  subject: string,
): Promise<Date | undefined> {
  const waiting = await findWaiting(ctx, which, subject);
  const outcomes = waiting.map((notice) => ({ notice, drop: reasonToDrop(notice, settings, ctx.now) }));
  const kept = outcomes.flatMap(({ notice, drop }) => (drop === null ? [notice] : []));
  const ends = new Map(kept.map((notice) => [notice, waitsUntil(notice, notice.reader.rhythm, ctx.now)]));
  const wanted = kept.filter((notice) => ends.get(notice) === null);
  for (const drop of ['late', 'unwanted'] as const) {
    const dropped = outcomes.flatMap((one) => (one.drop === drop ? [one.notice] : []));
    await settleDeliveries(ctx, 'email', dropped, drop);
  }
  const [first] = wanted;
  // All of them are of one person, whose quiet hours end once. What waits keeps its place before what is more.
  const [later] = [...ends.values()].filter((end) => end !== null);
  const more = later ?? (waiting.length === mostAtOnce ? ctx.now : undefined);
  const to = first?.reader.address;
  if (!first || !settings.mail || !to) return more;
  const calendar = await calendarOf(ctx.db, settings, wanted);
  const reader = { ...first.reader, ...(first.reader.isGuardian && { guardian: to }) };
  const letter = composeNoticeLetter(settings, reader, wanted, calendar);
  const outcome = await handOverLetter(ctx, settings.mail, {
    kind: which === 'one' ? first.kind : 'notifications.digest',
    work: which === 'one' ? mailNoticeWork : mailDigestWork,
    // The oldest of several stays the oldest while more arrive, so a second attempt has the same number.
    message: { id: first.id, to, ...letter },
  });
  await settleDeliveries(ctx, 'email', wanted, outcome);
  return more;
}

function reasonToDrop(
  notice: Waiting,
  { mail, provedOnly }: NoticeMail,
  now: Date,
): 'late' | 'unwanted' | null {
  const { reader, readAt, kind } = notice;
  if (!mail || reader.isBanned || reader.address === null) return 'unwanted';
  if (reader.isGuardian) {
    if (!isForGuardian(reader.chosen, kind)) return 'unwanted';
    // A person who had no device when the letter was wanted gets no push message in its place if they have one by now.
  } else if ((provedOnly && !reader.proved) || readAt || !isWanted(reader.chosen, kind, 'email', false)) {
    return 'unwanted';
  }
  return isLate(notice, now) ? 'late' : null;
}

/**
 * The calendar file of a letter: one event for each class, as it is now, however many of the notices are about it. Ids
 * and sequence numbers are the class's own, so that a calendar that has it changes it.
 */
async function calendarOf(
  db: Db,
  { eventsOf, appUrl }: NoticeMail,
  notices: readonly Waiting[],
): Promise<string | undefined> {
  const classes = notices.flatMap(({ kind, about, alsoAbout }) =>
    about && kindsWithEvent.includes(kind) ? [about, ...(alsoAbout ?? [])] : [],
  );
  const [first] = notices;
  if (!first || classes.length === 0) return undefined;
  const part = { classIds: [...new Set(classes)], userId: first.reader.userId, appUrl };
  const found = await eventsOf(db, part);
  // A guardian could not open the page of a class.
  const events = first.reader.isGuardian ? found.map((event) => ({ ...event, url: null })) : found;
  return events.length > 0 ? writeIcs({ name: 'Sumi', host: 'sumi', events }) : undefined;
}

async function findWaiting({ db, now }: Ctx, which: 'one' | 'gathered', subject: string): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('noticeDeliveries')
    .innerJoin('notifications', 'notifications.id', 'noticeDeliveries.noticeId')
    .innerJoin('users', 'users.id', 'notifications.userId')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin('noticeSettings', 'noticeSettings.userId', 'users.id')
    .select(['notifications.id', 'kind', 'detail', 'link', 'about', 'alsoAbout', 'readAt'])
    .select('goodUntil')
    .select(['notifications.createdAt', 'users.id as userId', 'users.name', 'email', 'emailVerified'])
    .select(['bannedAt', 'ageGroup', 'locale', 'zone', ...choiceColumns])
    .select(sql<string | null>`guardian_address(users.id)`.as('guardianAddress'))
    .where('channel', '=', 'email')
    .where('settledAt', 'is', null)
    .where('gathered', '=', which === 'gathered')
    .where(which === 'one' ? 'notifications.id' : 'notifications.userId', '=', subject)
    .orderBy('notifications.id')
    .limit(mostAtOnce)
    .execute();
  return rows.map(({ userId, name, locale, zone, bannedAt, ageGroup, ...row }) => {
    const isGuardian = ageGroup === 'kid';
    const { chosen, quiet } = choicesFrom(row);
    return {
      ...row,
      detail: row.detail as Waiting['detail'],
      reader: {
        ...{ userId, name, locale, zone, now, isGuardian, chosen },
        address: isGuardian ? row.guardianAddress : row.email,
        isBanned: bannedAt !== null,
        proved: row.emailVerified,
        // A kid's quiet hours do not delay letters to the guardian.
        rhythm: { zone, quiet: isGuardian ? defaultQuiet : quiet },
      },
    };
  });
}
