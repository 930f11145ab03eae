import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { addDays, daysBetween } from '#shared/time/calendar-days.ts';
import { factColumns, linkForCopies } from '../class-rows.ts';
import type { WeekCopy } from '../contract.ts';
import { lacksTeacher } from '../hand-over/lacks-teacher.ts';
import { readHolidays } from '../holidays/read-holidays.ts';
import { may } from '../permissions.ts';
import { hasStarted } from '../rules.ts';
import { type CopyState, copyStateOf, isOfWeek, moveCopyByDays } from './copy-rules.ts';

/** The Mondays of two weeks. Without `teacherId`: a teacher's own classes, for administrators everyone's. */
export type Weeks = { from: string; to: string; teacherId?: string | undefined };

/** A class of the week, where its copy would be, and what becomes of it. */
export type PlannedCopy = {
  source: Source;
  day: string;
  startsAt: Date;
  state: CopyState;
  because: string | null;
};
type Source = Awaited<ReturnType<typeof readWeek>>[number];

/**
 * What copying a week would make: its scheduled classes that are of no series, by start, each with what stands in the
 * way of its copy.
 * @throws Refusal signInFirst, notAllowed
 */
export async function planCopies(ctx: Ctx, { from, to, teacherId }: Weeks): Promise<PlannedCopy[]> {
  const sources = await readWeek(ctx, { from, teacherId: teacherOf(ctx, teacherId) });
  const days = daysBetween(from, to);
  const copies = sources.map((source) => ({ source, ...moveCopyByDays(source, days) }));
  const holidays = new Map(
    (await readHolidays(ctx, [...new Set(copies.map(({ day }) => day))])).map(({ day, name }) => [day, name]),
  );
  const obstacles = await readObstacles(ctx, copies);
  return copies.map((copy) => {
    const { isCopied, clash } = obstacles.get(copy.source.id) ?? { isCopied: false, clash: null };
    const holiday = holidays.get(copy.day) ?? null;
    const isPast = hasStarted(copy, ctx.now);
    const state = copyStateOf({ isCopied, isPast, teaches: !copy.source.lacksTeacher, holiday, clash });
    const because = state === 'holiday' ? holiday : state === 'clash' ? clash : null;
    return { ...copy, state, because };
  });
}

/** As the contract answers it. */
export function toWeekCopy({ source, startsAt, state, because }: PlannedCopy): WeekCopy {
  const { id, kind, title, teacherName } = source;
  return { id, kind, title, teacherName, startsAt: startsAt.toISOString(), state, because };
}

/** Whose classes the actor may copy; null: everyone's. */
function teacherOf({ actor }: Ctx, asked: string | undefined): string | null {
  const { userId, role } = memberOf(actor);
  refuse(may(actor, 'organise-for', { createdBy: asked ?? userId }));
  return role === 'admin' ? (asked ?? null) : userId;
}

async function readWeek({ db }: Ctx, { from, teacherId }: { from: string; teacherId: string | null }) {
  const rows = await db
    .selectFrom('classes')
    .innerJoin('shownPeople as teacher', 'teacher.id', 'classes.createdBy')
    .select([
      ...factColumns,
      'classes.promptCard',
      lacksTeacher.as('lacksTeacher'),
      linkForCopies.as('meetLink'),
    ])
    .where('classes.seriesId', 'is', null)
    .where('classes.status', '=', 'scheduled')
    // In any zone a day begins at most 14 hours before the same day in UTC, and ends at most 12 hours after it.
    .where('classes.startsAt', '>=', new Date(`${addDays(from, -1)}T00:00:00Z`))
    .where('classes.startsAt', '<', new Date(`${addDays(from, 8)}T00:00:00Z`))
    .$if(teacherId !== null, (query) => query.where('classes.createdBy', '=', teacherId ?? ''))
    .orderBy('classes.startsAt')
    .orderBy('classes.id')
    .execute();
  return rows.filter((row) => isOfWeek(row, from));
}

type Obstacle = { id: string; isCopied: boolean; clash: string | null };

/** For each copy, whether it was made before, and a class of the same teacher that it would overlap. */
async function readObstacles(
  { db }: Ctx,
  copies: readonly { source: Source; day: string; startsAt: Date }[],
): Promise<Map<string, Obstacle>> {
  const { rows } = await sql<Obstacle>`
    select source.id, exists (select from classes copy
        where copy.copied_from = source.id and copy.copied_day = asked.day) as "isCopied",
      (select other.title from classes other
        where other.created_by = source.created_by and other.status = 'scheduled'
          and class_overlaps(other.starts_at, other.duration_minutes,
            asked.starts_at, class_end(asked.starts_at, source.duration_minutes))
        order by other.starts_at, other.id limit 1) as clash
    from unnest(${copies.map(({ source }) => source.id)}::uuid[], ${copies.map(({ day }) => day)}::date[],
        ${copies.map(({ startsAt }) => startsAt)}::timestamptz[]) as asked (id, day, starts_at)
      join classes source on source.id = asked.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
