import { sql } from 'kysely';

/** For the row of `guardian_consents` of the surrounding query: whether its person is a kid, who needs a consent. */
export const isKid = sql<boolean>`exists (select from profiles
  where profiles.user_id = guardian_consents.user_id and profiles.age_group = 'kid')`;
