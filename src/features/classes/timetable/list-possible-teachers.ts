import { sql } from 'kysely';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { changeRefusals, type listPossibleTeachers as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/** More teachers than a community has. */
const mostTeachers = 500;

/**
 * The people to whom an administrator may give a class, by name. A verified teacher, who only offers a class, gets the
 * other teachers with a public page: visitors know their names too.
 */
export async function listPossibleTeachers(ctx: Ctx): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'organise'));
  let query = ctx.db
    .selectFrom('possibleTeachers')
    .innerJoin('shownPeople as teacher', 'teacher.id', 'possibleTeachers.userId')
    .select(['teacher.id as userId', 'teacher.name', 'teacher.image'])
    .orderBy(sql`teacher.name collate "es-x-icu"`)
    .orderBy('teacher.id')
    .limit(mostTeachers);
  if (may(ctx.actor, 'hand-over') !== null) query = query.where(isFellow(memberOf(ctx.actor).userId));
  return { items: await query.execute() };
}

const isFellow = (userId: string) => sql<boolean>`(teacher.id <> ${userId}
  and exists (select from public_teachers where public_teachers.user_id = teacher.id))`;

/**
 * Another teacher, to whom the actor may offer a class or a series.
 * @throws Refusal notATeacher
 */
export async function findFellowTeacher({ db, actor }: Ctx, teacherId: string): Promise<{ name: string }> {
  const found = await db
    .selectFrom('possibleTeachers')
    .innerJoin('shownPeople as teacher', 'teacher.id', 'possibleTeachers.userId')
    .select('teacher.name')
    .where('teacher.id', '=', teacherId)
    .where(isFellow(memberOf(actor).userId))
    .executeTakeFirst();
  if (!found) throw new Refusal(changeRefusals.notATeacher);
  return found;
}

/**
 * Refuses a teacher who may not give classes.
 * @throws Refusal notATeacher
 */
export async function refuseUnlessTeaches(ctx: Ctx, teacherId: string): Promise<void> {
  // Who deletes their account, or loses the approval, at the same time waits for these locks: the class is theirs then.
  await lockExistingPerson(ctx, teacherId, changeRefusals.notATeacher);
  await ctx.db
    .selectFrom('teacherProfiles')
    .select('userId')
    .where('userId', '=', teacherId)
    .forShare()
    .execute();
  const found = await ctx.db
    .selectFrom('possibleTeachers')
    .select('userId')
    .where('userId', '=', teacherId)
    .executeTakeFirst();
  if (!found) throw new Refusal(changeRefusals.notATeacher);
}
