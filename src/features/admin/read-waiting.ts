import { sql } from 'kysely';
import { awaitsTeacher, isRollDue } from '#features/classes/attendance/is-roll-due.ts';
import { lacksLink } from '#features/classes/browse/lacks-link.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import { isOwedBackInSql, isRefunding } from '#features/payments/refunds/waiting-refunds.ts';
import { namesWait } from '#features/people/select-people.ts';
import { isWaiting } from '#features/reports/is-waiting.ts';
import { holdsTeacherRole, isPageChanged } from '#features/teachers/reads.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { findStuck, isFailing } from '#server/jobs/find-stuck.ts';
import { refuse } from '#shared/refusal.ts';
import type { Waiting } from './contract.ts';
import { may } from './permissions.ts';

/**
 * What waits for an administrator: each count asks what the page asks that it links to.
 * @throws Refusal signInFirst, notAllowed
 */
export async function readWaiting(ctx: Ctx): Promise<Waiting> {
  refuse(may(ctx.actor, 'oversee'));
  const { rows } = await sql<Omit<Waiting, 'stuck'>>`
    select
      (select count(*) from teacher_profiles teacher
        where verification_status = 'pending' and ${holdsTeacherRole}) as applications,
      (select count(*) from teacher_profiles teacher
        where verification_status = 'approved' and ${holdsTeacherRole} and ${isPageChanged}) as pages,
      (select count(*) from orders where status = 'pending') as orders,
      (select count(*) from videos where moderation_status = 'pending') as videos,
      (select count(distinct (subject_kind, subject_id)) from reports where ${isWaiting}) as reports,
      (select count(*) from users where ${namesWait}) as names,
      (select count(*) from cup_claims where status = 'pending') as cup_claims,
      (select count(*) from classes where ${awaitsTeacher(ctx.now)}) as classes_without_teacher,
      (select count(*) from classes where ${lacksLink(ctx.now)}) as classes_without_link,
      (select count(*) from due_work where kind = ${calendarWork.kind} and ${isFailing}) as calendar,
      (select count(*) from payments where ${isRefunding}) as refunds,
      (select count(*) from payments where ${isOwedBackInSql}) as owed_back,
      (select count(*) from classes where ${isRollDue(ctx.now)}) as rolls
    `.execute(ctx.db);
  const stuck = (await findStuck(ctx)).filter(({ kind }) => kind !== calendarWork.kind);
  return {
    ...onlyRow(rows),
    stuck: stuck.map((one) => ({ ...one, since: one.since.toISOString() })),
  };
}
