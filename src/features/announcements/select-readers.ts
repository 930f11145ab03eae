import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Audience } from './contract.ts';

/** The two columns of an announcement that say whom it is for. */
type Addressed = { audience: Audience; language: string | null };

/** Whether the `announcement` of the surrounding query is for the person whose `profiles` it reads. */
export const isForReader = sql<boolean>`((announcement.language is null
    or announcement.language = any(profiles.languages))
  and case announcement.audience
    when 'everybody' then true
    when 'adults' then profiles.age_group = 'adult'
    when 'kids' then profiles.age_group = 'kid'
    when 'teachers' then exists (select from possible_teachers where possible_teachers.user_id = profiles.user_id) end)`;

/** The people whom an announcement is for, but for its author, banned people and deleted accounts, which are banned. */
export function selectReaders({ db }: Pick<Ctx, 'db'>, { audience, language }: Addressed, authorId: string) {
  return db
    .selectFrom(
      sql<Addressed>`(select ${audience}::text as audience, ${language}::text as language)`.as(
        'announcement',
      ),
    )
    .innerJoin('profiles', (join) => join.on(isForReader))
    .innerJoin('users', 'users.id', 'profiles.userId')
    .where('users.bannedAt', 'is', null)
    .where('users.id', '<>', authorId);
}
