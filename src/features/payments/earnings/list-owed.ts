import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { refuse } from '#shared/refusal.ts';
import type { EarningsMonth, Owed } from '../contract.ts';
import { may } from '../permissions.ts';
import { monthSums } from './read-earnings.ts';

/** What each teacher earned, was paid out and is owed, by currency, the most owed first. */
export async function listOwed({ db, actor }: Ctx): Promise<{ items: Owed[] }> {
  refuse(may(actor, 'oversee'));
  const { rows } = await sql<Owed>`
    select json_build_object('id', person.id, 'name', person.name, 'email', person.email) as teacher, currency,
      (count(*) filter (where kind = 'seat')) as seats,
      coalesce(sum(owed_cents) filter (where kind <> 'payout'), 0) as earned_cents,
      coalesce(-sum(owed_cents) filter (where kind = 'payout'), 0) as paid_out_cents,
      sum(owed_cents) as owed_cents
    from teacher_movements join users person on person.id = teacher_id
    group by person.id, currency
    order by currency, owed_cents desc, person.name, person.id`.execute(db);
  return { items: rows };
}

export type TeacherMonth = EarningsMonth & { name: string; email: string; currency: string };

/** Every month of every teacher's statement, each in that teacher's zone. */
export async function listTeacherMonths({ db, actor }: Ctx): Promise<TeacherMonth[]> {
  refuse(may(actor, 'oversee'));
  const { rows } = await sql<TeacherMonth>`
    select person.name, person.email, currency, to_char(at at time zone person.zone, 'YYYY-MM') as month, ${monthSums}
    from teacher_movements join users person on person.id = teacher_id
    group by person.id, currency, month
    order by month desc, person.name, person.id, currency`.execute(db);
  return rows;
}
