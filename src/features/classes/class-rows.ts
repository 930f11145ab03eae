import { type RawBuilder, sql } from 'kysely';
import { endOfPlan } from '#features/memberships/end-of-plan.ts';
import type { Ctx } from '#server/ctx.ts';
import { keyset } from '#server/db/keyset.ts';
import { isFailing } from '#server/jobs/find-stuck.ts';
import { isAdmin, type Member } from '#shared/actor.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { absenceColumns, toAbsence } from './absences/absence-columns.ts';
import { leavesFreeUntil } from './absences/absence-rules.ts';
import {
  absenceRefusals,
  type CalendarState,
  type ClassCard,
  type ClassFilter,
  durationLimits,
  type ManagedClass,
  seriesRefusals,
} from './contract.ts';
import { lacksTeacher } from './hand-over/lacks-teacher.ts';
import { holdOf } from './lock-class.ts';
import { may } from './permissions.ts';
import {
  cancelRefusal,
  changeRefusal,
  closeRefusal,
  deleteRefusal,
  handOverRefusal,
  isDoorOpen,
  isLetIn,
  leaveRefusal,
  messageRefusal,
  repairRefusal,
  rollRefusal,
  statusAt,
  walkInRefusal,
  wasMovedSince,
} from './rules.ts';
import { type Bookings, bookedUpUntil, openRefusal, seatRefusal, type Way } from './seats/enrol-rules.ts';
import { planEndsAt } from './seats/plan-ends-at.ts';
import { bookingsColumn, toBookings } from './seats/read-bookings.ts';
import { rulesColumn, showRules } from './set-rules/rules-column.ts';
import { calendarWork } from './timetable/want-calendar.ts';
import { waitingCount, waitingPlace } from './waiting/waiting-columns.ts';

const byStart = { 'classes.startsAt': 'instant', 'classes.id': 'uuid' } as const;
export const firstToStart = keyset('asc', byStart);
export const lastToStart = keyset('desc', byStart);

const hasTeacherPage = sql<boolean>`exists (select from public_teachers
  where public_teachers.user_id = classes.created_by)`;

/** What lists, copies and shared addresses of classes read alike; `teacher` is a row of `shownPeople`. */
export const factColumns = [
  'classes.id',
  'classes.kind',
  'classes.title',
  'classes.description',
  'classes.startsAt',
  'classes.zone',
  'classes.durationMinutes',
  'classes.requiredTier',
  'classes.language',
  'classes.level',
  'classes.targetAudience',
  'classes.maxStudents',
  'classes.priceCents',
  'classes.currency',
  'classes.createdBy',
  'teacher.name as teacherName',
] as const;

/** The meeting link that a copy of the class begins with: the one that its teacher pasted. */
export const linkForCopies = sql<string | null>`case when not (classes.one_off_link or classes.imported)
  then classes.meet_link end`;

/** Selects whole rows in one statement. Each read only adds its conditions. */
function selectFacts({ db }: Ctx, { userId }: Member) {
  return db
    .selectFrom('classes')
    .innerJoin('shownPeople as teacher', 'teacher.id', 'classes.createdBy')
    .leftJoin('teacherProfiles', 'teacherProfiles.userId', 'classes.createdBy')
    .leftJoin('classEnrollments as seat', (join) =>
      join.onRef('seat.classId', '=', 'classes.id').on('seat.userId', '=', userId),
    )
    .select([
      ...factColumns,
      'classes.seatsTaken',
      'classes.status',
      'classes.cancelReason',
      'classes.meetLink',
      'classes.promptCard',
      'classes.rollClosedAt',
      'seat.enteredAt',
      'teacher.image as teacherImage',
      'teacherProfiles.averageRating as teacherRating',
      'teacherProfiles.totalReviews as teacherReviews',
      hasTeacherPage.as('hasTeacherPage'),
      lacksTeacher.as('lacksTeacher'),
      sql<boolean>`(seat.user_id is not null and seat.held_until is null)`.as('isEnrolled'),
      waitingCount('classes.id').as('waitingCount'),
      rulesColumn.as('rules'),
    ]);
}

/** Classes with the columns that only organisers read. */
export function selectManagedClasses(ctx: Ctx, actor: Member) {
  return selectFacts(ctx, actor)
    .leftJoin('dueWork as due', (join) =>
      join.onRef('due.subject', '=', 'classes.calendarEventId').on('due.kind', '=', calendarWork.kind),
    )
    .leftJoin('classSeries as series', 'series.id', 'classes.seriesId')
    .leftJoin('standingClassOffers as offer', 'offer.classId', 'classes.id')
    .leftJoin('shownPeople as asked', 'asked.id', 'offer.toId')
    .select([
      'classes.version',
      linkForCopies.as('linkForCopies'),
      'classes.calendarSyncedAt',
      sql<boolean | null>`case when due.kind is not null then ${isFailing} end`.as('calendarFails'),
      wasHeld.as('wasHeld'),
      hasPayments.as('hasPayments'),
      'series.weekdays as seriesWeekdays',
      'series.endsOn as seriesEndsOn',
      'series.createdBy as seriesTeacher',
      'offer.id as offerId',
      'asked.name as askedName',
    ]);
}

/** The longest class that the database allows, in milliseconds. */
export const longestClassMs = durationLimits[1] * minuteMs;

/** When the class of the surrounding query ends. */
export const classEnd = sql<Date>`class_end(classes.starts_at, classes.duration_minutes)`;

/** The first condition uses the index of starts, because no class is longer. */
export function notEndedAt(now: Date) {
  const earliest = new Date(now.getTime() - longestClassMs);
  return sql<boolean>`(classes.starts_at > ${earliest}::timestamptz and ${classEnd} > ${now}::timestamptz)`;
}

/** Instants in ISO form; `from` is inclusive, `to` exclusive. */
export function startsWithin({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): RawBuilder<boolean> {
  const conditions = [
    ...(from ? [sql`classes.starts_at >= ${new Date(from)}`] : []),
    ...(to ? [sql`classes.starts_at < ${new Date(to)}`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** For the class of the surrounding query: whether a student attended, and whether a student paid. */
export const wasHeld = sql<boolean>`exists (
  select from class_enrollments as held where held.class_id = classes.id and held.attended)`;
export const hasPayments = sql<boolean>`exists (select from payments
  where payments.class_id = classes.id and payments.status <> 'failed')`;

/** For the class of the surrounding query: whether its teacher left notes or phrases that students may read. */
const hasNotes = sql<boolean>`exists (select from class_notes
  where class_notes.class_id = classes.id and hidden_at is null and (notes is not null or phrases <> '[]'))`;

/** For the class of the surrounding query: whether there is a message that its students may read. */
const hasMessages = sql<boolean>`exists (select from class_messages
  where class_messages.class_id = classes.id and hidden_at is null)`;

/** Classes as cards: their facts with the reader's own seat and review. */
function selectCards(ctx: Ctx, actor: Member) {
  return selectFacts(ctx, actor)
    .leftJoin('classReviews as review', (join) =>
      join.onRef('review.classId', '=', 'classes.id').on('review.userId', '=', actor.userId),
    )
    .leftJoin('classAbsences as absence', (join) =>
      join
        .onRef('absence.classId', '=', 'classes.id')
        .on('absence.userId', '=', actor.userId)
        // While the roll is open an absence is the organiser's note.
        .on('absence.recordedAt', 'is not', null),
    )
    .select([
      'classes.movedAt',
      'seat.heldUntil',
      'seat.agreedAt',
      'seat.paymentId',
      'seat.givenLate',
      ...absenceColumns,
      // These are the reader's, and so the same in each row: PostgreSQL reads them once.
      bookingsColumn(sql`${actor.userId}`, ctx.now).as('bookings'),
      endOfPlan(sql`${actor.userId}`).as('endOfPlan'),
      // Marks are provisional until the roll is closed.
      sql<boolean | null>`case when classes.roll_closed_at is not null then seat.attended end`.as('attended'),
      waitingPlace('classes.id', actor.userId).as('waitingPlace'),
      sql<boolean>`coalesce(seat.attended and seat.held_until is null and ${hasNotes}, false)`.as('hasNotes'),
      sql<boolean>`coalesce(seat.held_until is null and seat.user_id is not null and ${hasMessages}, false)`.as(
        'hasMessages',
      ),
      'review.rating as myRating',
      'review.words as myWords',
      'review.mayQuote as mayQuote',
    ]);
}

/** The classes in which the reader has a seat, newest first. */
export function selectOwnClasses(ctx: Ctx, actor: Member) {
  return selectCards(ctx, actor)
    .where('seat.userId', '=', actor.userId)
    .where('seat.heldUntil', 'is', null)
    .orderBy(lastToStart.order);
}

/** The rows that `may(actor, 'see', row)` allows, by start, in SQL. `list-classes.test.ts` compares the two. */
export function selectVisibleClasses(ctx: Ctx, actor: Member) {
  const query = selectCards(ctx, actor).orderBy(firstToStart.order);
  if (actor.role === 'admin') return query;
  return query.where(
    sql<boolean>`((classes.created_by = ${actor.userId} and ${actor.verifiedTeacher})
      or classes.target_audience = ${actor.ageGroup})`,
  );
}

/** Whether a person waits for a seat in a class that has not begun. */
const awaitsSeat = (actor: Member, now: Date) =>
  sql<boolean>`(classes.starts_at > ${now}::timestamptz and exists (select from class_waiting
    where class_waiting.class_id = classes.id and class_waiting.user_id = ${actor.userId}))`;

/**
 * The visible classes that a list shows its reader. Without a chosen language these are the languages they learn; for
 * administrators, all. A class for every level or language is for the chosen one too. A class in which the reader has
 * a seat is in every such list, a cancelled class only then.
 */
export function selectListedClasses(ctx: Ctx, actor: Member, filter: ClassFilter) {
  const { kind, language, level, tier, teacher, seats } = filter;
  let query = selectVisibleClasses(ctx, actor).where(
    sql<boolean>`(classes.status <> 'cancelled' or seat.user_id is not null)`,
  );
  if (kind) query = query.where('classes.kind', '=', kind);
  if (level)
    query = query.where(({ or, eb }) =>
      or([eb('classes.level', 'is', null), eb('classes.level', '=', level)]),
    );
  if (tier) query = query.where('classes.requiredTier', '=', tier);
  if (teacher) query = query.where('classes.createdBy', '=', teacher);
  if (seats === 'mine')
    query = query.where(({ or, eb }) => or([eb('seat.userId', 'is not', null), awaitsSeat(actor, ctx.now)]));
  if (language && language !== 'any')
    query = query.where(({ or, eb }) =>
      or([eb('classes.language', 'is', null), eb('classes.language', '=', language)]),
    );
  if (language || seats || actor.role === 'admin' || actor.languages.length === 0) return query;
  return query.where(sql<boolean>`(classes.language is null or classes.language = any(${actor.languages})
    or seat.user_id is not null)`);
}

type FactRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number];
type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number];
type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManagedClasses>['execute']>>[number];

export function toCard(row: CardRow, actor: Member, now: Date): ClassCard {
  const { heldUntil, attended, myRating, myWords, mayQuote } = row;
  const bookings: Bookings = row.kind === 'club' ? toBookings(row.bookings, now) : { paused: null };
  const seat = { ...row, ...holdOf(row) };
  const codeOf = (way: Way) => seatRefusal(way, actor, seat, { ...bookings, now })?.code ?? null;
  const free = freeUntil(row);
  const late = free !== null && now > free ? absenceRefusals.leavesLate : null;
  const leave = row.isEnrolled || heldUntil ? (leaveRefusal(row, now) ?? late) : null;
  return {
    ...factsOf(row, actor, now),
    isEnrolled: row.isEnrolled,
    heldUntil: heldUntil?.toISOString() ?? null,
    waitingPlace: row.waitingPlace,
    isPaid: row.paymentId !== null,
    lacksTeacher: row.lacksTeacher,
    movedSincePaid: row.paymentId !== null && wasMovedSince(row, row),
    planEndsAt: planEndsAt(row)?.toISOString() ?? null,
    attended,
    hasNotes: row.hasNotes && may(actor, 'read-notes', { ...row, attended: true }) === null,
    hasMessages: row.hasMessages && may(actor, 'read-messages', row) === null,
    leavesFreeUntil: free?.toISOString() ?? null,
    myAbsence: toAbsence(row),
    pausedUntil: bookings.paused?.toISOString() ?? null,
    bookedUpUntil: bookedUpUntil(bookings.ahead)?.toISOString() ?? null,
    myReview: myRating === null ? null : { rating: myRating, words: myWords, mayQuote: mayQuote ?? false },
    allowed: {
      enrol: codeOf('enrol'),
      buy: codeOf('buy'),
      leave: leave?.code ?? null,
      wait: codeOf('wait'),
      review: may(actor, 'review', { ...row, hasReview: myRating !== null })?.code ?? null,
    },
  };
}

function freeUntil({ heldUntil, paymentId, agreedAt, givenLate, ...club }: CardRow): Date | null {
  const seat = agreedAt && { heldUntil, paymentId, agreedAt, givenLate: givenLate === true };
  return seat && leavesFreeUntil({ ...club, seat }, club.rules);
}

export function toManaged(row: ManagedRow, actor: Member, now: Date): ManagedClass {
  const notMine = may(actor, 'manage', row);
  const codeOf = (refusal: { code: string } | null) => (notMine ?? refusal)?.code ?? null;
  return {
    ...factsOf(row, actor, now),
    version: row.version,
    calendar: calendarState(row),
    lacksTeacher: row.lacksTeacher,
    repeats: repeatsOf(row, actor),
    offer: offerOf(row, actor, now),
    rollClosedAt: row.rollClosedAt?.toISOString() ?? null,
    meetLink: notMine === null && repairRefusal(row, now) === null ? row.meetLink : null,
    linkForCopies: notMine === null ? row.linkForCopies : null,
    allowed: {
      change: codeOf(changeRefusal(row, now)),
      cancel: codeOf(cancelRefusal(row, now, { byAdministrator: isAdmin(actor) })),
      delete: codeOf(deleteRefusal(row, now)),
      callRoll: codeOf(rollRefusal(row, now)),
      closeRoll: codeOf(closeRefusal(row, now)),
      addWalkIn: codeOf(walkInRefusal(row, now)),
      enrolStudent: codeOf(openRefusal({ ...row, isHeld: false, waitingPlace: null }, now)),
      removeStudent: codeOf(changeRefusal(row, now)),
      sendMessage: codeOf(messageRefusal(row, now)),
      repair: codeOf(repairRefusal(row, now)),
      offer: offerRefusal(row, actor, now)?.code ?? null,
      offerSeries: seriesOfferRefusal(row, actor, now)?.code ?? null,
      handOver: (may(actor, 'hand-over') ?? handOverRefusal(row, now))?.code ?? null,
    },
  };
}

/** A substitute, who gives one class of another teacher's series, has it before them as a class by itself. */
function repeatsOf(row: ManagedRow, actor: Member): ManagedClass['repeats'] {
  const { createdBy, seriesWeekdays: weekdays, seriesTeacher, seriesEndsOn: until } = row;
  if (!weekdays || !seriesTeacher) return null;
  return may(actor, 'manage-series', { createdBy, seriesTeacher }) ? null : { weekdays, until };
}

/** What the reader has asked another teacher, until the class begins. */
function offerOf(row: ManagedRow, actor: Member, now: Date): ManagedClass['offer'] {
  const { offerId: id, askedName: name } = row;
  return id && name !== null && offerRefusal(row, actor, now) === null ? { id, name } : null;
}

/** Why the reader cannot offer the series of a class to another teacher. */
function seriesOfferRefusal({ seriesTeacher, ...row }: ManagedRow, actor: Member, now: Date) {
  if (seriesTeacher === null) return seriesRefusals.notInSeries;
  return may(actor, 'offer', { createdBy: seriesTeacher }) ?? offerRefusal(row, actor, now);
}

function offerRefusal(row: Pick<ManagedRow, 'createdBy' | 'startsAt' | 'status'>, actor: Member, now: Date) {
  return may(actor, 'offer', row) ?? changeRefusal(row, now);
}

function calendarState({ calendarFails, calendarSyncedAt }: ManagedRow): CalendarState | null {
  if (calendarFails !== null) return calendarFails ? 'failed' : 'syncing';
  return calendarSyncedAt && 'synced';
}

function factsOf(row: FactRow, actor: Member, now: Date) {
  const mayEnter = may(actor, 'enter', row) === null;
  const organises = may(actor, 'manage', row) === null;
  const isLetThrough = organises ? isDoorOpen(row, now) : isLetIn(row, now);
  const room = row.lacksTeacher && !organises ? null : row.meetLink;
  const isOpen = row.status !== 'cancelled' && isLetThrough;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    zone: row.zone,
    durationMinutes: row.durationMinutes,
    maxStudents: row.maxStudents,
    seatsTaken: row.seatsTaken,
    waitingCount: row.waitingCount,
    cancelReason: row.cancelReason,
    priceCents: row.priceCents,
    currency: row.currency,
    teacherId: row.createdBy,
    teacherName: row.teacherName,
    teacherImage: row.teacherImage,
    teacherRating: row.teacherRating,
    teacherReviews: row.teacherReviews ?? 0,
    hasTeacherPage: row.hasTeacherPage,
    status: statusAt(row, now),
    startsAt: row.startsAt.toISOString(),
    kind: row.kind,
    language: row.language,
    level: row.level,
    requiredTier: row.requiredTier,
    targetAudience: row.targetAudience,
    hasMeetLink: room !== null,
    meetLink: mayEnter && isOpen ? room : null,
    promptCard: mayEnter && row.kind === 'club' ? row.promptCard : null,
    rules: showRules(row.rules),
  };
}
