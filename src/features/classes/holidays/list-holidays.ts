import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { listHolidays as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/** For `classes`: one that is to come and not cancelled, on that day in its zone. */
export function isOnHoliday(day: RawBuilder<string>, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(classes.status = 'scheduled' and classes.starts_at > ${now}::timestamptz
    and (classes.starts_at at time zone classes.zone)::date = ${day})`;
}

/**
 * The holidays from today on, each with the classes that are on it all the same: for administrators those of all, for a
 * verified teacher, who reads where they schedule, their own.
 * @throws Refusal signInFirst, notAllowed
 */
export async function listHolidays({ db, actor, now }: Ctx): Promise<AnswerOf<typeof operation>> {
  refuse(may(actor, 'organise'));
  const { userId, role } = memberOf(actor);
  const teacherId = role === 'admin' ? null : userId;
  const { rows: items } = await sql<{ day: string; name: string; classes: number; single: number }>`
    select day, name, found.classes, found.single
      from class_holidays cross join lateral (
        select count(*) as classes, count(*) filter (where series_id is null) as single from classes
          where ${isOnHoliday(sql`class_holidays.day`, now)}
          and (${teacherId}::uuid is null or created_by = ${teacherId}::uuid)) as found
      where day >= (${now}::timestamptz - interval '12 hours')::date order by day`.execute(db);
  return { items };
}
