import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf, type Tier } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { readRoster as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/** Who has a seat in a class, for whoever organises it. A seat that is only held for a payment is none yet. */
export async function readRoster(ctx: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  await refuseUnlessManaged(ctx, classId);
  return { classId, items: await selectRoster(ctx, classId) };
}

/** Refuses to whoever does not organise a class what its organiser may read; 404 when there is no such class. */
export async function refuseUnlessManaged({ db, actor }: Ctx, classId: string): Promise<void> {
  memberOf(actor);
  const notAnOrganiser = may(actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  const liveClass = await db
    .selectFrom('classes')
    .select('createdBy')
    .where('id', '=', classId)
    .executeTakeFirst();
  if (!liveClass) throw new Refusal(commonRefusals.notFound);
  const refusal = may(actor, 'manage', liveClass);
  if (refusal) throw new Refusal(refusal);
}

/** The same without asking who reads: for use cases that have. */
export async function selectRoster({ db, now }: Ctx, classId: string) {
  const rows = await db
    .selectFrom('classEnrollments as seat')
    .innerJoin('users', 'users.id', 'seat.userId')
    .leftJoin(
      sql<{ userId: string; tier: Tier }>`tiers_in_force(${now})`.as<'inForce'>('inForce'),
      'inForce.userId',
      'seat.userId',
    )
    .select([
      'seat.userId',
      'users.name',
      'users.image',
      'seat.attended',
      sql<boolean>`(seat.payment_id is not null)`.as('paid'),
      sql<Tier>`coalesce(in_force.tier, 'free')`.as('tier'),
    ])
    .where('seat.classId', '=', classId)
    .where('seat.heldUntil', 'is', null)
    .orderBy(sql`users.name collate "es-x-icu"`)
    .orderBy('seat.userId')
    .execute();
  return rows;
}
