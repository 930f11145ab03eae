import type pg from 'pg';

// What an experienced engineer would write by hand with `pg` and nothing else. `plain-server.ts` answers with it over
// `node:http`. `database-alone.ts` calls it without HTTP.

export type Filter = { language: string; level: string; skip: number };

export async function plainFeed(pool: pg.Pool, userId: string, { language, level, skip }: Filter) {
  const { rows } = await pool.query({
    name: 'feed',
    text: `select id, title, description, language, level, topics, source, source_id, source_url, thumbnail_url,
        captions_url, seconds, is_sponsored, has_subtitles, created_at,
        exists (select from video_interactions mine where mine.video_id = videos.id and mine.user_id = $1
          and interaction_type = 'like') as liked,
        exists (select from video_interactions mine where mine.video_id = videos.id and mine.user_id = $1
          and interaction_type = 'save') as saved
      from videos where language = $2 and level = $3 and is_active and moderation_status = 'approved'
      order by created_at desc, id desc offset $4 limit 11`,
    values: [userId, language, level, skip],
  });
  return { items: rows };
}

export async function plainClasses(pool: pg.Pool, userId: string, { language, skip }: Filter) {
  const { rows } = await pool.query({
    name: 'classes',
    text: `select classes.*, teacher.name as teacher_name, teacher.image as teacher_image, seat.user_id as seat,
        profile.average_rating, profile.total_reviews, review.rating, review.words
      from classes join users teacher on teacher.id = classes.created_by
        left join teacher_profiles profile on profile.user_id = classes.created_by
        left join class_enrollments seat on seat.class_id = classes.id and seat.user_id = $1
        left join class_reviews review on review.class_id = classes.id and review.user_id = $1
      where classes.language = $2 and starts_at > now() and classes.status <> 'cancelled'
        and target_audience = 'adult'
      order by starts_at, classes.id offset $3 limit 51`,
    values: [userId, language, skip],
  });
  return { items: rows };
}

export async function plainCup(pool: pg.Pool, _userId: string, { language, skip }: Filter) {
  const { rows } = await pool.query({
    name: 'cup',
    text: `select line.id, full_name, line.language, total_exp, streak_days, xp_position_in_language, exists (
          select from users join profiles on profiles.user_id = users.id
          where lower(users.email) = lower(line.email) and profiles.age_group = 'kid') as hidden
      from cup_boards join duolingo_rankings line on line.board_id = cup_boards.id
      where cup_boards.status = 'live' and line.language = $1 and xp_position_in_language > $2
      order by xp_position_in_language limit 51`,
    values: [language, skip],
  });
  return { items: rows };
}

export async function plainPurchase(pool: pg.Pool, userId: string) {
  const { rows } = await pool.query({
    name: 'purchase',
    text: `select buy_item($1, 'custom-avatar') as bought`,
    values: [userId],
  });
  return rows[0].bought;
}

/** The naive locked way: one transaction, whose statements are sent one after another. */
export async function plainEnrolment(pool: pg.Pool, userId: string, classId: string) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query({
      name: 'lock',
      text: 'select seats_taken, max_students from classes where id = $1 for update',
      values: [classId],
    });
    if (rows[0].seats_taken >= rows[0].max_students) throw new Error('full');
    await client.query({
      name: 'seat',
      text: 'insert into class_enrollments (class_id, user_id) values ($1, $2)',
      values: [classId, userId],
    });
    await client.query({
      name: 'event',
      text: `insert into events (kind, subject) values ('classes.changed', $1)`,
      values: [classId],
    });
    await client.query('commit');
    return { classId, isEnrolled: true, seatsTaken: rows[0].seats_taken + 1 };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
