import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Waiting } from './contract.ts';
import { may } from './permissions.ts';

/**
 * What waits for an organiser. Each count reads an index that holds what waits and nothing else.
 * @throws Refusal signInFirst, notAllowed
 */
export async function readWaiting({ db, actor }: Ctx): Promise<Waiting> {
  const refusal = may(actor, 'oversee');
  if (refusal) throw new Refusal(refusal);
  const { rows } = await sql<Waiting>`
    select
      (select count(*) from teacher_profiles where verification_status = 'pending') as applications,
      (select count(*) from orders where status = 'pending') as orders,
      (select count(*) from videos where moderation_status = 'pending') as videos,
      (select count(*) from cup_claims where status = 'pending') as cup_claims,
      (select count(*) from classes where calendar_wanted_at is not null and calendar_error is not null)
        + (select count(*) from calendar_removals where wanted_at is not null and error is not null) as calendar,
      (select count(*) from payments where refund_wanted_at is not null and status = 'completed') as refunds
    `.execute(db);
  return rows[0] as Waiting;
}
