import { refuseUnprovedEmail } from '#features/accounts/refuse-unproved.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { type Calendar, CalendarError, type EventPage, type Window } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { weekdayOf } from '#shared/time/calendar-days.ts';
import { dayMs, minuteMs } from '#shared/time/durations.ts';
import { calendarRefusals, type Imported } from '../contract.ts';
import { may } from '../permissions.ts';
import { refuseUnlessOrganiser } from '../refuse-unless-organiser.ts';
import { daysToImport } from '../rules.ts';
import { dayOf } from './event-facts.ts';
import { importEvent, type Outcome } from './import-event.ts';

/** A bound on requests to the calendar. */
const mostPages = 20;
/** More than a community has in two months. Each event is imported in a transaction, and no import is taken back. */
const mostEvents = 5_000;
const mostListed = 200;
/** A rate limit a person, because each import reads the whole outside calendar. */
const importLimit = { max: 60, windowMs: 10 * minuteMs };

type Found = EventPage['events'][number];

/**
 * Makes a class, given by `userId`, of each event of the coming 60 days that is none yet: of all events when `userId`
 * is an administrator, of their own when it is a teacher. The calendar is read first, with no transaction open; then
 * each event is imported in a transaction of its own, so that a failure keeps what was imported before. Idempotent.
 */
export async function importEvents(
  ctx: Ctx,
  calendar: Calendar,
  { userId }: { userId: string },
): Promise<Imported> {
  refuse(may(ctx.actor, 'organise', userId));
  const asker = memberOf(ctx.actor);
  refuseUnprovedEmail(asker);
  const teacher = userId === asker.userId ? asker : await refuseUnlessOrganiser(ctx, userId);
  await countAttempt(ctx, `calendar-import|${asker.userId}`, importLimit);
  const from = ctx.now;
  const to = new Date(from.getTime() + daysToImport * dayMs);
  const events = await readCalendar(ctx, calendar, { from, to });
  const owners = await readOwners(ctx, events);
  const { email } = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const isTheirs = (event: Found) =>
    owners.get(event.id) === userId ||
    ('organisers' in event && event.organisers.includes(email.toLowerCase()));
  const all = teacher.role === 'admin';

  const report: Imported = {
    imported: 0,
    updated: 0,
    changed: [],
    skipped: 0,
    known: 0,
    notYours: 0,
    skippedBecause: [],
    vanished: [],
  };
  const listed = events.map(({ id }) => id);
  const weekdays = weekdaysOf(events);
  for (const event of events) {
    const theirs = all || isTheirs(event);
    const outcome = theirs
      ? await importEvent(ctx, event, { teacherId: owners.get(event.id) ?? userId, listed, weekdays })
      : 'not-yours';
    note(report, event, outcome);
  }
  report.vanished = await findVanished(ctx, {
    seen: listed,
    to,
    userId: all ? null : userId,
  });
  await noteImport(ctx, userId, report);
  return report;
}

/** Counts what became of an event, and adds what is news of it to the report while that has room. */
function note(report: Imported, event: Found, outcome: Outcome | 'not-yours'): void {
  const title = event.title.slice(0, 200);
  const startsAt = 'startsAt' in event ? event.startsAt.toISOString() : null;
  if (outcome === 'imported' || outcome === 'updated') {
    report[outcome]++;
    if (startsAt && report.changed.length < mostListed) report.changed.push({ title, startsAt, outcome });
    return;
  }
  report.skipped++;
  if (outcome === 'known') report.known++;
  else if (outcome === 'not-yours') report.notYours++;
  else if (report.skippedBecause.length < mostListed)
    report.skippedBecause.push({ title, startsAt, reason: outcome });
}

/** Refuses a calendar with more events than are imported: of a part of them, the rest would be taken for deleted. */
async function readCalendar({ log }: Ctx, calendar: Calendar, window: Window): Promise<Found[]> {
  const events: Found[] = [];
  try {
    let page: string | undefined;
    for (let pages = 0; pages < mostPages; pages++) {
      const { events: more, nextPage } = await calendar.list({ ...window, page });
      if (events.length + more.length > mostEvents) break;
      events.push(...more);
      if (nextPage === null) return events;
      page = nextPage;
    }
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    log.warn({ why: error.message }, 'the calendar');
    throw new Refusal(error.temporary ? calendarRefusals.unreachable : calendarRefusals.unusable);
  }
  throw new Refusal(calendarRefusals.tooManyEvents);
}

/** The days of the week of the listed repetitions, 1 for Monday, by the event that repeats. */
function weekdaysOf(events: readonly Found[]): Map<string, Set<number>> {
  const weekdays = new Map<string, Set<number>>();
  for (const event of events) {
    if (!('recurringEventId' in event) || !event.recurringEventId) continue;
    const days = weekdays.get(event.recurringEventId) ?? new Set();
    weekdays.set(event.recurringEventId, days.add(weekdayOf(dayOf(event))));
  }
  return weekdays;
}

/**
 * Whose events Sumi put into the calendar, by event: of a class its teacher, of any other the organiser. An event of a
 * person who gives classes no more has no owner: it falls to the administrator who imports it.
 */
async function readOwners({ db }: Ctx, events: Found[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map();
  const ids = events.map(({ id }) => id);
  const own = await db
    .selectFrom('calendarOwnEvents')
    .innerJoin('possibleTeachers', 'possibleTeachers.userId', 'ownerId')
    .select(['eventId', 'ownerId'])
    .where('eventId', 'in', ids)
    .execute();
  const ofClasses = await db
    .selectFrom('classes')
    .select(['calendarEventId as eventId', 'createdBy as ownerId'])
    .where('calendarEventId', 'in', ids)
    .$narrowType<{ eventId: string }>()
    .execute();
  return new Map([...own, ...ofClasses].map(({ eventId, ownerId }) => [eventId, ownerId]));
}

/** Coming imported classes whose event is gone from the calendar. An organiser decides whether to cancel them. */
async function findVanished(
  { db, now }: Ctx,
  { seen, to, userId }: { seen: string[]; to: Date; userId: string | null },
): Promise<Imported['vanished']> {
  let query = db
    .selectFrom('calendarImports')
    .innerJoin('classes', 'classes.id', 'calendarImports.classId')
    .select(['classes.id as classId', 'classes.title', 'classes.startsAt', 'calendarImports.eventId'])
    .where('classes.status', '=', 'scheduled')
    .where('classes.startsAt', '>', now)
    .where('classes.startsAt', '<', to)
    .orderBy('classes.startsAt');
  if (userId) query = query.where('classes.createdBy', '=', userId);
  const there = new Set(seen);
  const rows = await query.execute();
  return rows
    .filter(({ eventId }) => !there.has(eventId))
    .map(({ classId, title, startsAt }) => ({ classId, title, startsAt: startsAt.toISOString() }));
}

async function noteImport(outer: Ctx, userId: string, { imported, updated }: Imported): Promise<void> {
  if (imported + updated === 0) return;
  await inTransaction(outer, async (ctx) => {
    await recordAct(ctx, { act: 'calendar.import-events', personId: userId, detail: { imported, updated } });
    await publish(ctx, { kind: 'classes.changed' });
    await publishToAdministrators(ctx, 'calendar.changed');
  });
}
