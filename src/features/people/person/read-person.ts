import { sql } from 'kysely';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { readStreakOf } from '#features/profiles/streak/read-streak.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { historySize, type PersonDetail, type PersonRow } from '../contract.ts';
import { may } from '../permissions.ts';
import { whyNoOtherRole } from '../reads.ts';
import { inUtc, personColumns, withTiers } from '../select-people.ts';

type Row = Omit<PersonRow, 'allowed'> &
  Pick<
    PersonDetail,
    | 'banReason'
    | 'hiddenName'
    | 'country'
    | 'guardian'
    | 'languages'
    | 'level'
    | 'zone'
    | 'locale'
    | 'totalVideosWatched'
    | 'totalLearningMinutes'
    | 'handles'
    | 'teaches'
    | 'openSessions'
    | 'coming'
  > & { joined: string };

/**
 * Everything administrators see of one person: facts, and their last payments and acts about them.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function readPerson(ctx: Ctx, id: string): Promise<PersonDetail> {
  refuse(may(ctx.actor, 'administer'));
  const [facts, administrators, payments, acts] = await Promise.all([
    readFacts(ctx, id),
    listAdministrators(ctx),
    readPayments(ctx, id),
    readActs(ctx, id),
  ]);
  return {
    ...facts,
    streakDays: (await readStreakOf(ctx, id)).days,
    payments,
    acts,
    allowed: {
      changeRole: whyNoOtherRole(administrators, id),
      moveCoins: may(ctx.actor, 'move-coins', id)?.code ?? null,
      ban: may(ctx.actor, 'ban', id)?.code ?? null,
    },
  };
}

/** Reads `profiles` and their row of `guardian_consents`, as `consent`. An adult who was a kid has a consent too. */
const guardian = sql<PersonDetail['guardian']>`
  case when profiles.age_group = 'kid' then jsonb_build_object(
    'email', consent.address,
    'consent', case
      when consent.user_id is null then 'vouched'
      when consent.revoked_at is not null then 'revoked'
      when consent.given_at is not null then case when consent.address_proved then 'letter' else 'paper' end
      when consent.address is null then 'unasked'
      else 'asked' end,
    'since', ${inUtc(sql`coalesce(consent.revoked_at, consent.given_at, consent.asked_at)`)}) end`;

/** Reads `users`; counts seats as `leaveEveryClass` gives them back, without those in cancelled classes. */
const coming = ({ now }: Ctx) => sql<PersonDetail['coming']>`
  jsonb_build_object(
    'taught', (select count(*) from classes
      where created_by = users.id and status = 'scheduled' and starts_at > ${now})) ||
  (select jsonb_build_object('seats', count(*),
      'paidSeats', count(*) filter (where payment_id is not null and held_until is null))
    from class_enrollments join classes on classes.id = class_id
    where user_id = users.id and status = 'scheduled' and starts_at > ${now})`;

async function readFacts(ctx: Ctx, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${personColumns},
      users.ban_reason,
      case when users.name_alias is not null
        then jsonb_build_object('alias', users.name_alias, 'reason', users.name_hidden_reason) end as hidden_name,
      profiles.country, ${guardian} as guardian, profiles.languages, profiles.level, users.zone, users.locale,
      profiles.total_videos_watched,
      profiles.total_learning_minutes,
      (select coalesce(jsonb_object_agg(platform, platform_username), '{}') from oauth_connections
        where user_id = users.id and is_active) as handles,
      (select verification_status from teacher_profiles where user_id = users.id) as teaches,
      (select count(*) from sessions where user_id = users.id and expires_at > ${ctx.now}) as open_sessions,
      ${coming(ctx)} as coming
    from users join profiles on profiles.user_id = users.id
      left join guardian_consents consent on consent.user_id = users.id
      ${withTiers(ctx)}
    where users.id = ${id} and users.deleted_at is null`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw new Refusal(commonRefusals.notFound);
  return row;
}

async function readPayments({ db }: Ctx, id: string): Promise<PersonDetail['payments']> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'kind', 'tier', 'status', 'datedAt'])
    .select(({ fn }) => [
      fn.coalesce('paidCents', 'amountCents').as('amountCents'),
      fn.coalesce('paidCurrency', 'currency').as('currency'),
    ])
    .where('userId', '=', id)
    .orderBy('datedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(historySize)
    .execute();
  return rows.map((row) => ({ ...row, datedAt: row.datedAt.toISOString() }));
}

async function readActs({ db }: Ctx, id: string): Promise<PersonDetail['acts']> {
  const rows = await db
    .selectFrom('auditLog')
    .innerJoin('users as actor', 'actor.id', 'auditLog.actorId')
    .select(['auditLog.id', 'act', 'actor.name as actorName', 'reason', 'auditLog.createdAt'])
    .where('personId', '=', id)
    .orderBy('auditLog.id', 'desc')
    .limit(historySize)
    .execute();
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
