import { sql } from 'kysely';
import { factColumns } from '#features/classes/class-rows.ts';
import { openSeats, statusAt } from '#features/classes/rules.ts';
import { rulesColumn, showRules } from '#features/classes/set-rules/rules-column.ts';
import { waitingCount } from '#features/classes/waiting/waiting-columns.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { SharedClass } from './contract.ts';
import { may } from './permissions.ts';

/**
 * A class as everybody with its address reads it.
 * @throws Refusal notFound, also for a class that the reader may not see
 */
export async function readSharedClass(ctx: Ctx, id: string): Promise<SharedClass> {
  const row = await selectSharedClasses(ctx).where('classes.id', '=', id).executeTakeFirst();
  if (!row || may(ctx.actor, 'read', row)) throw new Refusal(commonRefusals.notFound);
  return toSharedClass(row, ctx.now);
}

/** What is shared of classes; the caller decides which of them its reader may see. */
export function selectSharedClasses({ db }: Pick<Ctx, 'db'>) {
  return db
    .selectFrom('classes')
    .innerJoin('shownPeople as teacher', 'teacher.id', 'classes.createdBy')
    .leftJoin('teacherProfiles', 'teacherProfiles.userId', 'classes.createdBy')
    .leftJoin('possibleTeachers', 'possibleTeachers.userId', 'classes.createdBy')
    .leftJoin('publicTeachers', 'publicTeachers.userId', 'classes.createdBy')
    .select([
      ...factColumns,
      'classes.seatsTaken',
      waitingCount('classes.id').as('waitingCount'),
      'classes.status',
      'teacher.image as teacherImage',
      'teacherProfiles.averageRating as teacherRating',
      'teacherProfiles.totalReviews as teacherReviews',
      sql<boolean>`possible_teachers.user_id is not null`.as('hasTeacher'),
      sql<boolean>`public_teachers.user_id is not null`.as('hasTeacherPage'),
      rulesColumn.as('rules'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSharedClasses>['executeTakeFirstOrThrow']>>;

export function toSharedClass(row: Row, now: Date): SharedClass {
  const { createdBy, hasTeacher: _, waitingCount, ...liveClass } = row;
  return {
    ...liveClass,
    startsAt: row.startsAt.toISOString(),
    status: statusAt(row, now),
    openSeats: openSeats({ ...row, waitingCount }),
    teacherId: createdBy,
    teacherReviews: row.teacherReviews ?? 0,
    rules: showRules(row.rules),
  };
}
