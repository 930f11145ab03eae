import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Account } from './contract.ts';
import { showNumber } from './phones/read-number.ts';
import { nameInAddress } from './sign-in/newcomer-name.ts';

const identitiesOf = sql<Account['identities']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'provider', case provider_id when 'credential' then 'email' else provider_id end,
    'createdAt', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by created_at, id), '[]')
  from (
    select id, provider_id, created_at from sign_in_methods where user_id = users.id
    union all select id, 'phone', created_at from phones where user_id = users.id
    union all select id, 'passkey', created_at from passkeys where user_id = users.id) ways)`;
const factorsOf = sql<Account['factors']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'factorType', 'totp', 'status', case when verified then 'verified' else 'unverified' end)), '[]')
  from two_factors where user_id = users.id)`;

/** The signed-in person as their own screens show them; null for a visitor. */
export async function readAccount({ db, actor }: Ctx): Promise<Account | null> {
  if (actor.kind === 'visitor') return null;
  const row = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin('guardianConsents', 'guardianConsents.userId', 'users.id')
    .leftJoin('phones', 'phones.userId', 'users.id')
    .leftJoin('userMemberships', 'userMemberships.userId', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.nameAnswered',
      'users.email',
      'users.emailVerified',
      'users.twoFactorEnabled as secondFactor',
      'users.image',
      'users.createdAt',
      'users.locale',
      'phones.number as phone',
      'profiles.ageAnswered',
      'guardianConsents.address as guardianEmail',
      identitiesOf.as('identities'),
      factorsOf.as('factors'),
      sql<boolean>`coalesce(guardian_consents.revoked_at is not null, false)`.as('consentRevoked'),
      sql<boolean>`(user_memberships.id is not null)`.as('hasMembership'),
    ])
    .where('users.id', '=', actor.userId)
    .executeTakeFirst();
  if (!row) return null;
  const {
    role,
    emailProved,
    contactProved,
    verifiedTeacher,
    tier,
    ageGroup,
    guardianConsent,
    languages,
    zone,
  } = actor;
  return {
    ...row,
    phone: row.phone && showNumber(row.phone),
    nameAnswered: row.nameAnswered || row.name !== nameInAddress(row.email),
    createdAt: row.createdAt.toISOString(),
    role,
    factorDue: actor.factorDue ?? false,
    emailProved,
    contactProved,
    verifiedTeacher,
    tier,
    ageGroup,
    guardianConsent,
    languages: [...languages],
    zone,
  };
}
