import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import type { Tier } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { findWalkIns as operation } from '../contract.ts';
import { type ClassState, readClassState } from '../lock-class.ts';
import { may, planRefusal } from '../permissions.ts';
import { closeRefusal } from '../rules.ts';

/** Enough to choose from; a longer name finds fewer. */
const mostFound = 10;

/**
 * People whom the organiser may add to a class that they came to without a seat: by parts of their name, or by their
 * whole e-mail address, so that no organiser can guess addresses. Those whose plan does not include the class,
 * and kids without their guardian's consent, are listed with the reason.
 */
export async function findWalkIns(
  ctx: Ctx,
  classId: string,
  search: string,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'organise'));
  const liveClass = await readClassState(ctx, classId, null);
  refuse(may(ctx.actor, 'manage', liveClass) ?? closeRefusal(liveClass, ctx.now));
  const rows = await selectWalkIns(ctx, classId, liveClass)
    .where(sql<boolean>`(${hasWords(sql`folded(shown.name)`, search)} or users.email = lower(${search}))`)
    .orderBy(sql`shown.name collate "es-x-icu"`)
    .orderBy('users.id')
    .limit(mostFound)
    .execute();
  return {
    items: rows.map(({ guardianConsent, ageGroup, ...row }) => ({
      ...row,
      refusal: planRefusal({ ...row, guardianConsent, ageGroup }, liveClass)?.code ?? null,
    })),
  };
}

/** People of the age group of the class who are not banned, do not give it and have no seat in it, held or not. */
export function selectWalkIns({ db, now }: Ctx, classId: string, { targetAudience, createdBy }: ClassState) {
  return db
    .selectFrom('users')
    .innerJoin('shownPeople as shown', 'shown.id', 'users.id')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin(
      sql<{ userId: string; tier: Tier }>`tiers_in_force(${now})`.as<'inForce'>('inForce'),
      'inForce.userId',
      'users.id',
    )
    .select([
      'users.id as userId',
      'shown.name',
      'shown.image',
      'profiles.level',
      'profiles.ageGroup',
      sql<Tier>`coalesce(in_force.tier, 'free')`.as('tier'),
      sql<boolean>`profiles.age_group = 'adult' or has_guardian_consent(users.id)`.as('guardianConsent'),
    ])
    .where('users.bannedAt', 'is', null)
    .where('users.id', '<>', createdBy)
    .where('profiles.ageGroup', '=', targetAudience)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('classEnrollments')
            .select('classEnrollments.userId')
            .where('classEnrollments.classId', '=', classId)
            .whereRef('classEnrollments.userId', '=', 'users.id'),
        ),
      ),
    );
}
