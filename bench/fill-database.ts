import type pg from 'pg';

export type Sizes = { people: number; members: number; videos: number; classes: number; cup: number };

/** The community that `docs/performance.md` tells of. `members` of its people are signed in and take turns. */
export const largeCommunity: Sizes = {
  people: 50_000,
  members: 20_000,
  videos: 10_000,
  classes: 5_000,
  cup: 5_000,
};
/** The community of `--quick`. */
export const smallCommunity: Sizes = { people: 3000, members: 1500, videos: 2000, classes: 1000, cup: 1000 };

/** The seats of a measured class: the most that the schema allows. */
export const seatsOfAClass = 500;

/**
 * Inserts a community of that size by SQL. A trigger adds role, profile, wallet and bonus. Each member gets coins for
 * ten thousand purchases. Every class begins more than an hour from now.
 */
export async function fillDatabase(pool: pg.Pool, sizes: Sizes): Promise<void> {
  const { people, members, videos, classes, cup } = sizes;
  // In batches, with new statistics after the first: a plan made for an empty ledger would scan the whole ledger.
  const portion = 1000;
  for (let from = 1; from <= people; from += portion) {
    await pool.query(`insert into users (name, email)
      select 'Persona ' || n, 'p' || n || '@bench.example' from generate_series(${from}, ${from + portion - 1}) n`);
    if (from === 1) await pool.query('analyze');
  }
  await pool.query(`insert into user_memberships (user_id, tier)
    select id, 'vip' from users where substr(id::text, 36, 1) in ('0', '1', '2', '3')`);
  await pool.query(`select count(a.*) from users, lateral
    append_to_ledger(id, 1000000, 'admin_credit', 'Para medir', 'bench') a
    where substr(split_part(email, '@', 1), 2)::integer <= ${members}`);
  await pool.query(`insert into videos (title, description, language, level, topics, source, source_id, seconds, moderation_status, created_at)
    select 'Video ' || n, 'Una frase útil', (array['en','fr','pt','de'])[1 + n % 4],
      (array['basic','intermediate','advanced'])[1 + n % 3], array[(array['food','travel','grammar'])[1 + n % 3]],
      'youtube', 'bench' || n, 30, 'approved', now() - n * interval '10 minutes'
    from generate_series(1, ${videos}) n`);
  const teacher = "users as teacher where email = 'maestra@bench.example'";
  await pool.query("insert into users (name, email) values ('Maestra', 'maestra@bench.example')");
  await pool.query(`insert into user_roles (user_id, role) select id, 'teacher' from ${teacher}`);
  await pool.query(`insert into teacher_profiles (user_id, bio, languages_taught, verification_status, decided_at)
    select id, 'Enseño con canciones.', '{en}', 'approved', now() from ${teacher}`);
  await pool.query(`insert into classes (title, description, starts_at, calendar_synced_at, language, level, created_by, max_students)
    select 'Clase ' || n, 'Conversamos sobre lo de la semana', now() + interval '1 hour' + n * interval '17 minutes', now(),
      (array['en','fr','pt','de'])[1 + n % 4], 'basic', teacher.id, ${seatsOfAClass}
    from generate_series(1, ${classes}) n, ${teacher}`);
  // Else the server would show each of them in the calendar while it is measured, and change the class for that.
  await pool.query("insert into calendar_connection (calendar, rooms) values ('built-in ', '')");
  await pool.query(`with board as (
      insert into cup_boards (season, status, row_count, language_counts, imported_by, live_at, live_by)
      select date_trunc('month', now()), 'live', ${cup}, '{"en": ${cup / 2}, "fr": ${cup / 2}}', id, now(), id
      from users limit 1 returning id)
    insert into duolingo_rankings (board_id, full_name, username, language, total_exp, streak_days,
      xp_position, streak_position, xp_position_in_language, streak_position_in_language)
    select board.id, 'Persona Número ' || n, 'p' || n, (array['en','fr'])[1 + n % 2], 100000 - n, n % 300,
      n, n, (n + 1) / 2, (n + 1) / 2
    from board, generate_series(1, ${cup}) n`);
  await pool.query('vacuum analyze');
}
