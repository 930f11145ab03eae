import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { refuse } from '#shared/refusal.ts';
import type { Owed } from '../contract.ts';
import { may } from '../permissions.ts';
import { comingCents } from './read-earnings.ts';

/** What each teacher earned, was paid out and is owed, by currency, the most owed first. */
export async function listOwed({ db, actor }: Ctx): Promise<{ items: Owed[] }> {
  refuse(may(actor, 'oversee'));
  const { rows } = await sql<Owed>`
    select json_build_object('id', person.id, 'name', person.name, 'email', person.email) as teacher, currency,
      coalesce(sum(sign(owed_cents)) filter (where kind in ('seat', 'handed-over', 'taken-over')), 0) as seats,
      coalesce(sum(owed_cents) filter (where kind <> 'payout'), 0) as earned_cents,
      coalesce(-sum(owed_cents) filter (where kind = 'payout'), 0) as paid_out_cents,
      sum(owed_cents) as owed_cents, ${comingCents} as coming_cents
    from teacher_movements join users person on person.id = teacher_id
    group by person.id, currency
    order by currency, owed_cents desc, person.name, person.id`.execute(db);
  return { items: rows };
}
