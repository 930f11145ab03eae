import { recordAct } from '#features/audit/record-act.ts';
import { tellAdministrators } from '#features/audit/tell-administrators.ts';
import { type Calendar, CalendarError, type EventPage, type Window } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { calendarRefusals, type Imported } from '../contract.ts';
import { may } from '../permissions.ts';
import { refuseUnlessOrganiser } from '../refuse-unless-organiser.ts';
import { daysToImport } from '../rules.ts';
import { importEvent } from './import-event.ts';

/** No community has more in two months. */
const mostPages = 20;
const mostReasons = 200;
/** What one person may ask for in ten minutes: each time the outside is asked, and what it says is read. */
const importLimit = { max: 60, windowMs: 10 * 60_000 };

type Found = EventPage['events'][number];

/**
 * Makes classes of what stands in the calendar in the coming 60 days and is none yet, led by `userId`: of all of it
 * for an administrator, of their own events for a teacher. The calendar is read first, outside of any transaction;
 * then each event is imported in one of its own, so that what was done stays done. Doing it again does nothing new.
 */
export async function importEvents(
  ctx: Ctx,
  calendar: Calendar,
  { userId }: { userId: string },
): Promise<Imported> {
  const refusal = may(ctx.actor, 'organise', userId);
  if (refusal) throw new Refusal(refusal);
  const asker = memberOf(ctx.actor);
  const teacher = userId === asker.userId ? asker : await refuseUnlessOrganiser(ctx, userId);
  await countAttempt(ctx, `calendar-import|${asker.userId}`, importLimit);
  const from = ctx.now;
  const to = new Date(from.getTime() + daysToImport * 24 * 3600_000);
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

  const report: Imported = { imported: 0, updated: 0, skipped: 0, skippedBecause: [], vanished: [] };
  for (const event of events) {
    const theirs = all || isTheirs(event);
    const outcome = theirs ? await importEvent(ctx, event, owners.get(event.id) ?? userId) : 'not-yours';
    if (outcome === 'imported' || outcome === 'updated') report[outcome]++;
    else {
      report.skipped++;
      if (report.skippedBecause.length < mostReasons) {
        const startsAt = theirs && 'startsAt' in event ? event.startsAt.toISOString() : null;
        report.skippedBecause.push({
          title: theirs ? event.title.slice(0, 200) : null,
          startsAt,
          reason: outcome,
        });
      }
    }
  }
  report.vanished = await findVanished(ctx, {
    seen: events.map(({ id }) => id),
    to,
    userId: all ? null : userId,
  });
  await noteImport(ctx, userId, report);
  return report;
}

async function readCalendar({ log }: Ctx, calendar: Calendar, window: Window): Promise<Found[]> {
  const events: Found[] = [];
  try {
    let page: string | undefined;
    for (let pages = 0; pages < mostPages; pages++) {
      const { events: more, nextPage } = await calendar.list({ ...window, page });
      events.push(...more);
      if (nextPage === null) return events;
      page = nextPage;
    }
    return events;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    log.warn({ why: error.message }, 'the calendar');
    throw new Refusal(error.temporary ? calendarRefusals.unreachable : calendarRefusals.unusable);
  }
}

/** Who put the events into the calendar through Sumi. */
async function readOwners({ db }: Ctx, events: Found[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map();
  const rows = await db
    .selectFrom('calendarOwnEvents')
    .select(['eventId', 'ownerId'])
    .where(
      'eventId',
      'in',
      events.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ eventId, ownerId }) => [eventId, ownerId]));
}

/** Imported classes to come whose event the calendar no longer has; nobody's guess whether they are off. */
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
    await tellAdministrators(ctx, 'calendar.changed');
  });
}
