import type { Ctx } from '#server/ctx.ts';
import { lacksTeacher } from '../hand-over/lacks-teacher.ts';
import { rulesColumn } from '../set-rules/rules-column.ts';

/** Locks a class that is not cancelled, until its waiting list is looked after; undefined where there is none. */
export async function lockOpenClass({ db }: Ctx, classId: string) {
  return db
    .selectFrom('classes')
    .select(['id', 'kind', 'title', 'startsAt', 'movedAt', 'seatsTaken', 'maxStudents', 'targetAudience'])
    .select(['requiredTier', 'priceCents'])
    .select([lacksTeacher.as('lacksTeacher'), rulesColumn.as('rules')])
    .where('id', '=', classId)
    .where('status', '=', 'scheduled')
    .forUpdate()
    .executeTakeFirst();
}

export type OpenClass = NonNullable<Awaited<ReturnType<typeof lockOpenClass>>>;
