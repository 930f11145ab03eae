import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { changeRefusals, type listPossibleTeachers as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/** More teachers than a community has. */
const mostTeachers = 500;

/** The people to whom an administrator may give a class, by name. */
export async function listPossibleTeachers(ctx: Ctx): Promise<AnswerOf<typeof operation>> {
  const refusal = may(ctx.actor, 'hand-over');
  if (refusal) throw new Refusal(refusal);
  const items = await ctx.db
    .selectFrom('possibleTeachers')
    .innerJoin('users', 'users.id', 'possibleTeachers.userId')
    .select(['users.id as userId', 'users.name', 'users.image'])
    .orderBy(sql`users.name collate "es-x-icu"`)
    .orderBy('users.id')
    .limit(mostTeachers)
    .execute();
  return { items };
}

/**
 * Refuses a teacher who may not give classes.
 * @throws Refusal notATeacher
 */
export async function refuseUnlessTeaches({ db }: Ctx, teacherId: string): Promise<void> {
  // An administrator who revokes the approval at the same time waits for this lock, and finds the class handed over.
  await db
    .selectFrom('teacherProfiles')
    .select('userId')
    .where('userId', '=', teacherId)
    .forShare()
    .execute();
  const found = await db
    .selectFrom('possibleTeachers')
    .select('userId')
    .where('userId', '=', teacherId)
    .executeTakeFirst();
  if (!found) throw new Refusal(changeRefusals.notATeacher);
}
