import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import type { listHolidays as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/** For `classes`: a class of a series that is to come and not cancelled, on that day in its zone. */
export function isOnHoliday(day: RawBuilder<string>, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(classes.series_id is not null and classes.status = 'scheduled'
    and classes.starts_at > ${now}::timestamptz
    and (classes.starts_at at time zone classes.zone)::date = ${day}::date)`;
}

/**
 * The holidays from today on, each with the classes that are on it all the same.
 * @throws Refusal signInFirst, notAllowed
 */
export async function listHolidays({ db, actor, now }: Ctx): Promise<AnswerOf<typeof operation>> {
  const refusal = may(actor, 'keep-holidays');
  if (refusal) throw new Refusal(refusal);
  const { rows: items } = await sql<{ day: string; name: string; classes: number }>`
    select day, name, (select count(*) from classes where ${isOnHoliday(sql`class_holidays.day`, now)}) as classes
      from class_holidays where day >= (${now}::timestamptz - interval '12 hours')::date order by day`.execute(
    db,
  );
  return { items };
}
