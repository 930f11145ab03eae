import { sql } from 'kysely';
import type { OwnData } from '#server/own-data/own-data.ts';

export const membershipData: OwnData = {
  parts: [
    {
      name: 'membership',
      by: ['user_memberships.user_id'],
      rows: (userId) => sql`
        select id::text as key, tier, next_tier, started_at, ends_at, grace_ends_at, charge_failed_at, cancelled_at,
          provider
        from user_memberships where user_id = ${userId}`,
    },
  ],
  async erase({ db }, { userId }) {
    // The payments of its subscription end it at the provider.
    await sql`delete from user_memberships where user_id = ${userId}`.execute(db);
  },
};
