import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Account } from './contract.ts';

/** The signed-in person as their own screens show them; null for a visitor. */
export async function readAccount({ db, actor }: Ctx): Promise<Account | null> {
  if (actor.kind === 'visitor') return null;
  const row = await db
    .selectFrom('users')
    .leftJoin('userMemberships', 'userMemberships.userId', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.emailVerified',
      'users.twoFactorEnabled as secondFactor',
      'users.image',
      'users.createdAt',
      'users.locale',
      sql<boolean>`(user_memberships.id is not null)`.as('hasMembership'),
    ])
    .where('users.id', '=', actor.userId)
    .executeTakeFirst();
  if (!row) return null;
  const { role, verifiedTeacher, tier, ageGroup, languages, zone } = actor;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    role,
    verifiedTeacher,
    tier,
    ageGroup,
    languages: [...languages],
    zone,
  };
}
