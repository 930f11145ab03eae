import { Temporal } from 'temporal-polyfill';
import { letterGoodForMs } from '#server/mail/hand-over-letter.ts';
import { hourMs } from '#shared/time/durations.ts';
import { digestHour, topicOf, trialKind } from '../rules.ts';

/** What a notice says, before it is written in a language: its kind, and what fills the sentence of that kind. */
export type NoticeContent = { kind: string; detail: Record<string, string | number | null> };

/** On whose clock, and when not. */
export type Rhythm = { zone: string; quiet: { from: number; until: number } | null };

/** When a notice leaves the product: `gathered` waits for others of its person. After `goodUntil` it is of no use. */
export type DeliveryPlan = { at: Date; gathered: boolean; goodUntil: Date | null };

/** A notice whose class or offer is nearer than this after the wait would come too late to act on. */
const leadMs = 2 * hourMs;

/** Kinds that are of no use once the instant of that name has come. */
const worthless: Record<string, string> = {
  'classes.starts-in-a-day': 'startsAt',
  'classes.starts-within-a-day': 'startsAt',
  'classes.starts-in-an-hour': 'startsAt',
  'classes.starts-in-minutes': 'startsAt',
  'classes.few-come': 'startsAt',
  'classes.without-teacher': 'startsAt',
  'classes.few-come-with-you': 'startsAt',
  'classes.seat-given': 'startsAt',
  'classes.seat-taken-away': 'startsAt',
  'classes.held-seat-taken-away': 'startsAt',
  'classes.wait-taken-away': 'startsAt',
  'classes.seat-offered': 'heldUntil',
  'classes.seat-open': 'startsAt',
  'classes.class-offered': 'startsAt',
  'memberships.ends-soon': 'until',
};

/** Kinds whose act can be undone while its toast is shown: a letter that is out cannot be taken back. */
const undoable: readonly string[] = [
  'announcements.posted',
  'classes.seat-given',
  'classes.walked-in',
  'payments.paid-out',
  'teachers.approved',
  'teachers.rejected',
  'videos.approved',
  'videos.rejected',
];
/** A toast is shown for five seconds, and an undo takes a moment to arrive. */
export const undoMs = 10_000;

/**
 * When a notice goes out by a channel. It waits for the end of the quiet hours, and with `daily` for the letter of the
 * day; unless it is urgent: its class (before or after a move), the end of a class that goes on, or its offer comes
 * before the wait is over or within two hours of it. Days and hours are those of the person's own clock, also when
 * clocks change.
 */
export function planDelivery(
  notice: NoticeContent,
  { zone, quiet }: Rhythm,
  now: Date,
  daily = false,
): DeliveryPlan {
  const goodUntil = instantIn(notice.detail, worthless[notice.kind]);
  const end = quiet && quietEnd(quiet, zone, now);
  const wait = daily ? nextLetter(quiet, zone, now) : end;
  const at = undoable.includes(notice.kind) ? new Date(now.getTime() + undoMs) : now;
  if (!wait || isUrgent(notice, now, wait)) return { at, gathered: false, goodUntil };
  return { at: new Date(Math.max(wait.getTime(), at.getTime())), gathered: true, goodUntil };
}

/**
 * Until when a notice waits that is about to go out: the end of the quiet hours that `now` is in, because its person
 * has another zone or other hours than when it was planned, or because an attempt failed before; null where it goes.
 */
export function waitsUntil(notice: NoticeContent, { zone, quiet }: Rhythm, now: Date): Date | null {
  const end = quiet && quietEnd(quiet, zone, now);
  return end && notice.kind !== trialKind && !isUrgent(notice, now, end) ? end : null;
}

/** Whether a notice is of no use any more: it is as old as a letter may become, or what it is about is over. */
export function isLate(
  { createdAt, goodUntil }: { createdAt: Date; goodUntil: Date | null },
  now: Date,
): boolean {
  const isOld = createdAt.getTime() < now.getTime() - letterGoodForMs;
  return isOld || (goodUntil !== null && goodUntil <= now);
}

function isUrgent({ kind, detail }: NoticeContent, now: Date, wait: Date): boolean {
  if (!['classes', 'day-before', 'hour-before', 'minutes-before'].includes(topicOf(kind))) return false;
  const near = ['startsAt', 'endsAt', 'before', 'heldUntil'].flatMap((name) => instantIn(detail, name) ?? []);
  return near.some((instant) => instant > now && instant.getTime() < wait.getTime() + leadMs);
}

/** The end of the quiet hours that an instant is in; null outside of them. */
function quietEnd({ from, until }: NonNullable<Rhythm['quiet']>, zone: string, now: Date): Date | null {
  const { hour } = local(now, zone);
  const within = from < until ? hour >= from && hour < until : hour >= from || hour < until;
  return within ? nextTime(until, zone, now) : null;
}

/** The day's letter, after the quiet hours where they last longer. */
function nextLetter(quiet: Rhythm['quiet'], zone: string, now: Date): Date {
  const at = nextTime(digestHour, zone, now);
  return (quiet && quietEnd(quiet, zone, at)) ?? at;
}

/** The next time that it is this full hour on the clocks of a zone. */
function nextTime(hour: number, zone: string, now: Date): Date {
  const today = local(now, zone).toPlainDate();
  const at = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds);
  return at(today) > now ? at(today) : at(today.add({ days: 1 }));
}

function local(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}

function instantIn(detail: NoticeContent['detail'], name: string | undefined): Date | null {
  const value = name === undefined ? null : detail[name];
  const instant = typeof value === 'string' ? new Date(value) : null;
  return instant && !Number.isNaN(instant.getTime()) ? instant : null;
}
