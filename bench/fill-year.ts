import type pg from 'pg';

/** The days of a year, and what one learner does in it on average. */
const yearly = {
  days: 365,
  seats: 4,
  views: 100,
  reactions: 20,
  movements: 60,
  practiceDays: 120,
  notices: 30,
};

/**
 * Inserts a year of a community of that many learners by SQL: one in 500 teaches, a class has eight of its twelve seats
 * taken, every month has its cup. Rows are what the use cases write; their triggers are off, because this inserts the
 * result and not the act. The people are `p1@bench.example` and so on, the teachers are the first of them.
 */
export async function fillYear(pool: pg.Pool, learners: number): Promise<void> {
  const teachers = Math.max(5, Math.round(learners / 500));
  const videos = Math.min(10_000, learners);
  const classes = Math.max(100, Math.round((learners * yearly.seats) / 8));
  const inCup = Math.min(5000, Math.max(50, Math.round(learners / 10)));
  const run = (text: string) => pool.query(text);

  for (let from = 1; from <= learners; from += 1000) {
    await run(`insert into users (name, email) select 'Persona ' || n, 'p' || n || '@bench.example'
      from generate_series(${from}, ${Math.min(learners, from + 999)}) n`);
    if (from === 1) await run('analyze');
  }
  await run(`create table person as
    select substr(split_part(email, '@', 1), 2)::integer as n, id from users where email like 'p%@bench.example'`);
  await run('create unique index on person (n) include (id)');
  await run('analyze person');
  await run(`insert into user_roles (user_id, role) select id, 'teacher' from person where n <= ${teachers}`);
  await run(`insert into teacher_profiles (user_id, bio, languages_taught, verification_status, decided_at)
    select id, 'Enseño con canciones.', '{en}', 'approved', now() from person where n <= ${teachers}`);
  await run(`update profiles set languages = '{en}', level = 'basic'`);

  const tables = `classes class_enrollments class_reviews videos video_interactions sumicoins_ledger wallets
    practice_days notifications payments audit_log cup_boards duolingo_rankings`.split(/\s+/);
  for (const table of tables) await run(`alter table ${table} disable trigger user`);
  await run(`insert into classes (kind, title, description, starts_at, language, level, created_by, max_students,
      seats_taken, roll_closed_at)
    select (array['class', 'club'])[1 + c % 2], 'Clase ' || c, 'Conversamos sobre lo de la semana', starts_at,
      (array['en','fr','pt','de'])[1 + c % 4], 'basic', teacher.id, 12, 8,
      case when starts_at < now() - interval '1 day' then starts_at + interval '1 day' end
    from generate_series(1, ${classes}) c
    join person teacher on teacher.n = 1 + c % ${teachers},
    lateral (select now() - interval '${yearly.days} days' + c * interval '${yearly.days + 14} days' / ${classes}) at (starts_at)`);
  await run(
    'create table class_of as select row_number() over (order by starts_at)::integer as n, * from classes',
  );
  await run(`insert into class_enrollments (class_id, user_id, enrolled_at, attended, marked_at)
    select c.id, p.id, c.starts_at - interval '3 days', case when held then (c.n + seat) % 7 > 0 end,
      case when held then c.starts_at end
    from class_of c cross join generate_series(0, 7) seat
    join person p on p.n = 1 + (c.n * 8 + seat) % ${learners},
    lateral (select c.roll_closed_at is not null) past (held)`);
  await run(`insert into class_reviews (class_id, user_id, teacher_id, rating, words, created_at)
    select class_id, user_id, created_by, 4 + (n % 2), 'Aprendí mucho.', starts_at
    from class_enrollments join class_of on class_of.id = class_id where attended and n % 3 = 0
      and class_enrollments.user_id <> created_by`);

  await run(`insert into videos (title, description, language, level, topics, source, source_id, seconds,
      moderation_status, created_at)
    select 'Video ' || n, 'Una frase útil', (array['en','fr','pt','de'])[1 + n % 4],
      (array['basic','intermediate','advanced'])[1 + n % 3], array[(array['food','travel','grammar'])[1 + n % 3]],
      'youtube', 'bench' || n, 30, 'approved', now() - n * interval '${yearly.days} days' / ${videos}
    from generate_series(1, ${videos}) n`);
  await run('create table video_of as select row_number() over (order by id)::integer as n, id from videos');
  await run('create unique index on video_of (n) include (id)');
  await run('analyze video_of');
  // In portions of people, so that no statement sorts or logs the whole year at once.
  for (let from = 1; from <= learners; from += 5000) {
    const some = `(select * from person where n between ${from} and ${from + 4999}) p`;
    await run(`insert into video_interactions (user_id, video_id, interaction_type, day, watched_seconds, created_at)
      select p.id, v.id, 'view', current_date - day, 25, now() - day * interval '1 day'
      from ${some} cross join generate_series(1, ${yearly.views}) k
      cross join lateral (select k * ${yearly.days} / ${yearly.views}) days (day)
      join video_of v on v.n = 1 + (p.n * 31 + k * 17) % ${videos}`);
    await run(`insert into video_interactions (user_id, video_id, interaction_type, created_at)
      select p.id, v.id, (array['like', 'save'])[1 + k % 2], now() - k * interval '17 days'
      from ${some} cross join generate_series(1, ${yearly.reactions}) k
      join video_of v on v.n = 1 + (p.n * 31 + k * 13) % ${videos} on conflict do nothing`);
    await run(`insert into sumicoins_ledger (id, user_id, sequence, amount, balance_after, transaction_type, description,
        cause, created_at)
      select uuidv7(-back), id, 1 + k, amount, 50 + sum(amount) over (partition by id order by k),
        case when amount < 0 then 'purchase' else 'reward' end, 'De un año', 'year:' || k, now() - back
      from (select p.id, k, case when k % 10 = 0 then -20 else 5 end as amount,
          (${yearly.movements} - k) * interval '${yearly.days} days' / ${yearly.movements} as back
        from ${some} cross join generate_series(1, ${yearly.movements}) k) movement`);
    await run(`insert into practice_days (user_id, day, practices)
      select id, current_date - k * ${yearly.days} / ${yearly.practiceDays}, 2
      from ${some} cross join generate_series(0, ${yearly.practiceDays - 1}) k on conflict do nothing`);
    await run(`insert into notifications (id, user_id, kind, detail, link, created_at, read_at)
      select uuidv7(-back), id, 'classes.moved', jsonb_build_object('title', 'Club de cine', 'startsAt', now() - back),
        '/classes', now() - back, case when k > 2 then now() end
      from (select id, k, k * interval '3 days' as back
        from ${some} cross join generate_series(1, ${yearly.notices}) k) notice`);
    await run(`insert into payments (id, user_id, kind, tier, amount_cents, method, provider, status,
        platform_share_cents, recorded_by, created_at, completed_at, paid_until)
      select uuidv7(-back), id, 'membership', 'basic', 1000, 'cash', 'manual', 'completed', 1000,
        (select person.id from person where person.n = 1), now() - back,
        now() - back, now() - back + interval '30 days'
      from (select id, k * interval '31 days' as back
        from ${some} cross join generate_series(2, 12) k where p.n % 5 = 0) payment`);
    await run(`insert into audit_log (id, actor_id, act, person_id, detail, created_at)
      select uuidv7(-back), actor.id, 'people.change-role', p.id, '{"to": "student"}', now() - back
      from (select p.*, (p.n % ${yearly.days}) * interval '1 day' as back from ${some}) p join person actor on actor.n = 1`);
  }
  await run(`update wallets set balance = last.balance_after, last_sequence = last.sequence
    from (select distinct on (user_id) user_id, balance_after, sequence from sumicoins_ledger
      order by user_id, sequence desc) last where last.user_id = wallets.user_id`);

  await run(`insert into cup_boards (season, status, row_count, language_counts, imported_by, live_at, live_by)
    select date_trunc('month', now()) - m * interval '1 month',
      case m when 0 then 'live' else 'archived' end, ${inCup}, '{"en": ${inCup}}', id,
      now() - m * interval '1 month', id
    from generate_series(0, 11) m, person where person.n = 1`);
  await run(`insert into duolingo_rankings (board_id, full_name, username, language, total_exp, streak_days,
      xp_position, streak_position, xp_position_in_language, streak_position_in_language)
    select id, 'Persona Número ' || n, 'p' || n, 'en', 100000 - n, n % 300, n, n, n, n
    from cup_boards, generate_series(1, ${inCup}) n`);
  await run(`insert into quiz_leads (name, email, country, language, level, goals, learning_style, available_time, modality)
    select 'Persona ' || n, 'lead' || n || '@bench.example', 'Ecuador', 'en', 'basic', '{viajar}', '{juegos}', 'noche', '{clubes}'
    from generate_series(1, ${learners}) n`);
  for (const table of tables) await run(`alter table ${table} enable trigger user`);
  await run('drop table person, class_of, video_of');
  await run('vacuum analyze');
}
