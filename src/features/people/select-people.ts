import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { dayMs } from '#shared/time/durations.ts';
import { endingWithin, type PeopleFilters } from './contract.ts';

/** Reads `users`: the person chose a name in place of a hidden one, and it waits for an administrator. */
export const namesWait = sql<boolean>`users.name_chosen_at is not null`;

/** An instant as JSON has it. */
export const inUtc = (instant: RawBuilder<unknown>) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Reads `user_memberships`: the next month follows the one that is paid for. */
const renews = sql<boolean>`(subscription_ref is not null and cancelled_at is null)`;

/** Joins `users` with the tier in force of each, if it is not the free one. */
export const withTiers = ({ now }: Ctx) =>
  sql`left join tiers_in_force(${now}) in_force on in_force.user_id = users.id`;

/** The columns of a `PersonRow`, for statements over `users` that are joined `withTiers`. */
export const personColumns = sql`
    users.id, users.name, users.email, users.image,
    users.role,
    (select age_group from profiles where user_id = users.id) as age_group,
    case
      when in_force.tier is not null then 'membership'
      when exists (select from payments where user_id = users.id and kind = 'single' and status = 'completed')
        then 'single'
      else 'none'
    end as holds,
    coalesce(in_force.tier, 'free') as tier,
    ${inUtc(sql`in_force.ends_at`)} as tier_until,
    exists (select from user_memberships where user_id = users.id and ${renews}) as tier_renews,
    (select count(*) from class_enrollments where user_id = users.id and attended) as classes_attended,
    coalesce((select balance from wallets where user_id = users.id), 0) as coins,
    ${inUtc(sql`users.created_at`)} as member_since,
    users.banned_at is not null as is_banned,
    case when users.name_hidden_at is null then 'shown' when users.name_chosen_at is null then 'hidden' else 'chosen' end
      as name_state`;

/** The filters as conditions over `users`, and the joins that they need. */
export function matching(
  { now }: Ctx,
  { search = '', role, tier, ends, ageGroup, banned, names }: PeopleFilters,
) {
  const inForce = sql`select from tiers_in_force(${now}) in_force where in_force.user_id = users.id`;
  const conditions = [
    sql`users.deleted_at is null`,
    isFound(search),
    ...(role ? [sql`users.role = ${role}`] : []),
    ...(tier === 'free' ? [sql`not exists (${inForce})`] : []),
    ...(tier && tier !== 'free' ? [sql`exists (${inForce} and in_force.tier = ${tier})`] : []),
    ...(ends ? [endsWithin(now, endingWithin[ends])] : []),
    ...(ageGroup ? [sql`profiles.age_group = ${ageGroup === 'adult' ? 'adult' : 'kid'}`] : []),
    ...(ageGroup === 'kid-without-consent' ? [sql`not has_guardian_consent(users.id)`] : []),
    ...(banned === 'only' ? [sql`users.banned_at is not null`] : []),
    ...(names ? [sql`users.name_hidden_at is not null`] : []),
    ...(names === 'chosen' ? [namesWait] : []),
    ...(banned === 'without' ? [sql`users.banned_at is null`] : []),
  ];
  return {
    joins: ageGroup ? sql`join profiles on profiles.user_id = users.id` : sql``,
    where: sql.join(conditions, sql` and `),
  };
}

/** Reads `users`: the words of a search, or the whole address of the guardian whom a kid named. */
function isFound(search: string): RawBuilder<boolean> {
  const words = hasWords(sql`users.search_text`, search);
  if (!search.includes('@')) return words;
  return sql<boolean>`(${words} or users.id in (
    select user_id from guardian_consents where address = ${search.toLowerCase()}))`;
}

/** Reads `users`: their tier ends in so many days, and they have to pay for it again themselves. */
function endsWithin(now: Date, days: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from user_memberships where user_id = users.id and not ${renews}
    and tier <> 'free' and ends_at > ${now} and ends_at <= ${new Date(now.getTime() + days * dayMs)})`;
}
