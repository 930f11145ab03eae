import { sql } from 'kysely';
import { isOnlyAdministrator, listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { notEndedAt } from '#features/classes/class-rows.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import type { DeletionPreview } from '../contract.ts';
import { refusalOf } from '../rules.ts';

type Row = Omit<DeletionPreview, 'refused'>;

/** What the member would lose with their account, and what keeps them from deleting it. */
export async function previewDeletion(ctx: Ctx): Promise<DeletionPreview> {
  const { userId } = memberOf(ctx.actor);
  const { rows } = await sql<Row>`
    select email,
      coalesce((select balance from wallets where user_id = users.id), 0) as coins,
      (select count(*) from class_enrollments join classes on classes.id = class_id
        where user_id = users.id and starts_at > ${ctx.now} and status = 'scheduled')
      + (select count(*) from class_waiting where user_id = users.id) as seats,
      (select count(*) from orders where user_id = users.id and status = 'pending') as orders,
      (select count(*) from certificates where user_id = users.id) as certificates,
      exists (select from tiers_in_force(${ctx.now}) where user_id = users.id)
        or exists (select from subscriptions where user_id = users.id and ended_at is null) as membership,
      (select coalesce(json_agg(json_build_object('currency', currency, 'cents', cents)), '[]') from (
        select currency, sum(owed_cents) as cents from teacher_movements where teacher_id = users.id
        group by currency having sum(owed_cents) > 0) as owing) as owed
    from users where id = ${userId}`.execute(ctx.db);
  const row = onlyRow(rows);
  const onlyAdmin = isOnlyAdministrator(await listAdministrators(ctx), userId);
  const classesGiven = await countClassesToGive(ctx, userId);
  return { ...row, classesGiven, refused: refusalOf({ onlyAdmin, classesGiven })?.code ?? null };
}

/** Classes that the person has yet to give, or is giving. */
export async function countClassesToGive({ db, now }: Ctx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from classes where created_by = ${userId} and status = 'scheduled'
      and ${notEndedAt(now)}`.execute(db);
  return onlyRow(rows).n;
}
