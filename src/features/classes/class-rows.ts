import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { keyset } from '#server/db/keyset.ts';
import { isFailing } from '#server/jobs/find-stuck.ts';
import type { Member } from '#shared/actor.ts';
import type { CalendarState, ClassCard, ManagedClass } from './contract.ts';
import { may } from './permissions.ts';
import {
  cancelRefusal,
  changeRefusal,
  enrolRefusal,
  isDoorOpen,
  leaveRefusal,
  removeRefusal,
  rollRefusal,
  statusAt,
} from './rules.ts';
import { calendarWork } from './timetable/want-calendar.ts';

const byStart = { 'classes.startsAt': 'instant', 'classes.id': 'uuid' } as const;
export const firstToStart = keyset('asc', byStart);
export const lastToStart = keyset('desc', byStart);

/** One statement gives whole rows: each read only adds its conditions. */
function selectFacts({ db }: Ctx, { userId }: Member) {
  return db
    .selectFrom('classes')
    .innerJoin('users as teacher', 'teacher.id', 'classes.createdBy')
    .leftJoin('teacherProfiles', 'teacherProfiles.userId', 'classes.createdBy')
    .leftJoin('classEnrollments as seat', (join) =>
      join.onRef('seat.classId', '=', 'classes.id').on('seat.userId', '=', userId),
    )
    .select([
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
      'classes.seatsTaken',
      'classes.status',
      'classes.cancelReason',
      'classes.priceCents',
      'classes.currency',
      'classes.meetLink',
      'classes.createdBy',
      'teacher.name as teacherName',
      'teacherProfiles.averageRating as teacherRating',
      sql<boolean>`(seat.user_id is not null and seat.held_until is null)`.as('isEnrolled'),
    ]);
}

/** Classes by start, with what only organisers are told. */
export function selectManagedClasses(ctx: Ctx, actor: Member) {
  return selectFacts(ctx, actor)
    .leftJoin('dueWork as due', (join) =>
      join.onRef('due.subject', '=', 'classes.calendarEventId').on('due.kind', '=', calendarWork.kind),
    )
    .select([
      'classes.version',
      'classes.calendarSyncedAt',
      sql<boolean | null>`case when due.kind is not null then ${isFailing} end`.as('calendarFails'),
      wasHeld.as('wasHeld'),
      hasPayments.as('hasPayments'),
    ])
    .orderBy(firstToStart.order);
}

/** Of the class in the query around it: whether somebody was there, and whether anybody paid. */
export const wasHeld = sql<boolean>`exists (select from class_enrollments as held
  where held.class_id = classes.id and held.practised_seconds is not null)`;
export const hasPayments = sql<boolean>`exists (select from payments
  where payments.class_id = classes.id and payments.status <> 'failed')`;

/** The same facts with what there is between the reader and each class. */
function selectCards(ctx: Ctx, actor: Member) {
  return selectFacts(ctx, actor)
    .leftJoin('classReviews as review', (join) =>
      join.onRef('review.classId', '=', 'classes.id').on('review.userId', '=', actor.userId),
    )
    .select([
      'seat.heldUntil',
      'seat.attended',
      sql<boolean>`(seat.payment_id is not null)`.as('isPaid'),
      'review.rating as myRating',
      'review.words as myWords',
      'review.mayQuote as mayQuote',
    ]);
}

/** The classes in which the reader has a seat, the last first. */
export function selectOwnClasses(ctx: Ctx, actor: Member) {
  return selectCards(ctx, actor)
    .where('seat.userId', '=', actor.userId)
    .where('seat.heldUntil', 'is', null)
    .orderBy(lastToStart.order);
}

/** By start, the rows that `may(actor, 'see', row)` allows, said in SQL; a test holds the two together. */
export function selectVisibleClasses(ctx: Ctx, actor: Member) {
  const query = selectCards(ctx, actor).orderBy(firstToStart.order);
  if (actor.role === 'admin') return query;
  const ofTheirLanguages =
    actor.languages.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`(classes.language is null or classes.language = any(${actor.languages}) or seat.user_id is not null)`;
  return query.where(
    sql<boolean>`((classes.created_by = ${actor.userId} and ${actor.ageGroup} = 'adult')
      or (classes.target_audience = ${actor.ageGroup} and ${ofTheirLanguages}))`,
  );
}

type FactRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number];
type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number];
type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManagedClasses>['execute']>>[number];

export function toCard(row: CardRow, actor: Member, now: Date): ClassCard {
  const { heldUntil, attended, isPaid, myRating, myWords, mayQuote } = row;
  const isHeld = heldUntil !== null;
  const enrol = row.isEnrolled ? null : (may(actor, 'enrol', row) ?? enrolRefusal({ ...row, isHeld }, now));
  const leave = row.isEnrolled || heldUntil ? leaveRefusal(row, now) : null;
  return {
    ...factsOf(row, actor, now),
    isEnrolled: row.isEnrolled,
    heldUntil: heldUntil?.toISOString() ?? null,
    isPaid,
    attended,
    myReview: myRating === null ? null : { rating: myRating, words: myWords, mayQuote: mayQuote ?? false },
    allowed: {
      enrol: enrol?.code ?? null,
      leave: leave?.code ?? null,
      review: may(actor, 'review', row)?.code ?? null,
    },
  };
}

export function toManaged(row: ManagedRow, actor: Member, now: Date): ManagedClass {
  const notMine = may(actor, 'manage', row);
  const codeOf = (refusal: { code: string } | null) => (notMine ?? refusal)?.code ?? null;
  return {
    ...factsOf(row, actor, now),
    version: row.version,
    calendar: calendarState(row),
    allowed: {
      change: codeOf(changeRefusal(row, now)),
      cancel: codeOf(cancelRefusal(row, now)),
      remove: codeOf(removeRefusal(row)),
      callRoll: codeOf(rollRefusal(row, now)),
    },
  };
}

function calendarState({ calendarFails, calendarSyncedAt }: ManagedRow): CalendarState | null {
  if (calendarFails !== null) return calendarFails ? 'failed' : 'syncing';
  return calendarSyncedAt && 'synced';
}

function factsOf(row: FactRow, actor: Member, now: Date) {
  const mayEnter = row.isEnrolled || row.createdBy === actor.userId || actor.role === 'admin';
  const isOpen = row.status !== 'cancelled' && isDoorOpen(row, now);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    zone: row.zone,
    durationMinutes: row.durationMinutes,
    maxStudents: row.maxStudents,
    seatsTaken: row.seatsTaken,
    cancelReason: row.cancelReason,
    priceCents: row.priceCents,
    currency: row.currency,
    teacherName: row.teacherName,
    teacherRating: row.teacherRating,
    status: statusAt(row, now),
    startsAt: row.startsAt.toISOString(),
    kind: row.kind,
    language: row.language,
    level: row.level,
    requiredTier: row.requiredTier,
    targetAudience: row.targetAudience,
    hasMeetLink: row.meetLink !== null,
    meetLink: mayEnter && isOpen ? row.meetLink : null,
  };
}
