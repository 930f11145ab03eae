import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { AgeGroup, Member, Tier } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import type { ClassCard, Kind, ManagedClass, Status } from './contract.ts';
import { may } from './permissions.ts';
import { enrolRefusal, isDoorOpen, leaveRefusal } from './rules.ts';

/** One statement gives whole rows, by start: each read below only adds its conditions. */
export function selectClasses({ db }: Ctx, { userId }: Member) {
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
      'classes.meetLink',
      'classes.createdBy',
      'teacher.name as teacherName',
      'teacherProfiles.averageRating as teacherRating',
      sql<boolean>`seat.user_id is not null`.as('isEnrolled'),
    ])
    .orderBy('classes.startsAt')
    .orderBy('classes.id');
}

/** The rows that `may(actor, 'see', row)` allows, said in SQL; a test holds the two together. */
export function selectVisibleClasses(ctx: Ctx, actor: Member) {
  const query = selectClasses(ctx, actor);
  if (actor.role === 'admin') return query;
  const ofTheirLanguages =
    actor.languages.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`(classes.language is null or classes.language = any(${actor.languages}) or seat.user_id is not null)`;
  return query.where(
    sql<boolean>`(classes.created_by = ${actor.userId}
      or (classes.target_audience = ${actor.ageGroup} and ${ofTheirLanguages}))`,
  );
}

export type ClassRow = Awaited<ReturnType<ReturnType<typeof selectClasses>['execute']>>[number];

export function toCard(row: ClassRow, actor: Member, now: Date): ClassCard {
  const subject = asSubject(row);
  const enrol = row.isEnrolled ? null : (may(actor, 'enrol', subject) ?? enrolRefusal(subject, now));
  const leave = row.isEnrolled ? leaveRefusal(row, now) : null;
  return {
    ...factsOf(row, actor, now),
    isEnrolled: row.isEnrolled,
    allowed: { enrol: enrol?.code ?? null, leave: leave?.code ?? null },
  };
}

export function toManaged(row: ClassRow, actor: Member, now: Date): ManagedClass {
  return {
    ...factsOf(row, actor, now),
    allowed: { remove: may(actor, 'remove', row)?.code ?? null },
  };
}

/** The columns whose values the database checks, as what they are. */
function asSubject(row: ClassRow) {
  return {
    ...row,
    status: row.status as Status,
    requiredTier: row.requiredTier as Tier,
    targetAudience: row.targetAudience as AgeGroup,
  };
}

function factsOf(row: ClassRow, actor: Member, now: Date) {
  const { isEnrolled: _ofTheReader, createdBy, meetLink, ...facts } = asSubject(row);
  const mayEnter = row.isEnrolled || createdBy === actor.userId || actor.role === 'admin';
  return {
    ...facts,
    startsAt: row.startsAt.toISOString(),
    kind: row.kind as Kind,
    language: row.language as LanguageCode | null,
    level: row.level as Level | null,
    hasMeetLink: meetLink !== null,
    meetLink: mayEnter && isDoorOpen(row, now) ? meetLink : null,
  };
}
