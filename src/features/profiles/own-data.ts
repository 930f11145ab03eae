import { sql } from 'kysely';
import { wantFileRemoved } from '#server/files/remove-files.ts';
import type { OwnData } from '#server/own-data/own-data.ts';
import { fileAt } from './set-picture.ts';

export const profileData: OwnData = {
  parts: [
    {
      name: 'profile',
      by: ['profiles.user_id'],
      rows: (userId) => sql`
        select 'profile' as key, country, age_group, age_answered, languages, level, goals, learning_style,
          available_time, modality, last_practice_day, total_videos_watched, total_learning_minutes,
          created_at, updated_at
        from profiles where user_id = ${userId}`,
    },
    {
      name: 'practice',
      by: [
        'practice_days.user_id',
        'kept_days.user_id',
        'streak_shields.user_id',
        'streak_holidays.user_id',
        'zone_changes.user_id',
      ],
      rows: (userId) => sql`
        select day::text as key, day, practices, paid_as, null as kept_by, null::date as until
          from practice_days where user_id = ${userId}
        union all select day || ' kept', day, null, null, kept_by, null from kept_days where user_id = ${userId}
        union all select got_on || ' shield ' || id, got_on, null, null, 'shield in hand', used_on
          from streak_shields where user_id = ${userId}
        union all select first_day || ' holiday', first_day, null, null, 'holiday', last_day
          from streak_holidays where user_id = ${userId}
        union all select changed_at::date || ' zone ' || zone_before, changed_at::date, null, null, zone_before, null
          from zone_changes where user_id = ${userId}`,
    },
    {
      name: 'handles',
      by: ['oauth_connections.user_id'],
      rows: (userId) => sql`
        select platform as key, platform, platform_username, is_active, created_at
        from oauth_connections where user_id = ${userId}`,
    },
  ],
  async files(db, files, userId) {
    const { image } = await db
      .selectFrom('users')
      .select('image')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const stored = fileAt(image);
    const bytes = stored && (await files.read(stored));
    return bytes ? [{ name: 'picture.webp', bytes }] : [];
  },
  async erase(ctx, { userId, image }) {
    const { db } = ctx;
    for (const table of [
      'practiceDays',
      'keptDays',
      'streakShields',
      'streakHolidays',
      'zoneChanges',
    ] as const) {
      await db.deleteFrom(table).where('userId', '=', userId).execute();
    }
    await sql`delete from oauth_connections where user_id = ${userId}`.execute(db);
    await sql`
      update profiles set country = null, languages = '{}', level = null, goals = '{}', learning_style = '{}',
        available_time = null, modality = '{}'
      where user_id = ${userId}`.execute(db);
    const stored = fileAt(image);
    if (stored) await wantFileRemoved(ctx, stored);
  },
};
