import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { NewStudent, listNewStudents as operation } from '../contract.ts';
import { may } from '../permissions.ts';

const firstToCome = keyset('asc', {
  'newcomer.startsAt': 'instant',
  'newcomer.name': 'text',
  'newcomer.id': 'uuid',
});

/**
 * Each student once, with the first class they will come to.
 * @throws Refusal signInFirst, notAllowed, badInput for a malformed cursor
 */
export async function listNewStudents(
  ctx: Ctx,
  { cursor, limit }: ReceivedOf<typeof operation>['query'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'organise'));
  const { userId: teacherId } = memberOf(ctx.actor);
  const { rows } = await sql<Omit<NewStudent, 'startsAt'> & { startsAt: Date } & Keyed>`
    select newcomer.*, ${firstToCome.key} from (
      select distinct on (student.id) student.id, student.name, student.image,
        classes.id as class_id, classes.title, classes.starts_at
      from classes
      join class_enrollments seat on seat.class_id = classes.id and seat.held_until is null
      join shown_people student on student.id = seat.user_id
      where classes.created_by = ${teacherId} and classes.status = 'scheduled'
        and classes.starts_at > ${ctx.now}::timestamptz
        and not exists (select from class_enrollments earlier join classes held on held.id = earlier.class_id
          where held.created_by = ${teacherId} and earlier.user_id = seat.user_id and earlier.attended)
      order by student.id, classes.starts_at
    ) as newcomer
    where ${firstToCome.after(cursor)}
    order by ${firstToCome.order}
    limit ${limit + 1}`.execute(ctx.db);
  return pageOf(rows, limit, ({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toISOString() }));
}
