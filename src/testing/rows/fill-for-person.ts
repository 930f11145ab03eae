import { sql } from 'kysely';
import { onlyRow } from '#server/db/only-row.ts';
import type { Community, Person } from '../community.ts';

/** Words that only this person's rows hold. */
export const marks = {
  name: 'Quetzalli Marcada',
  bio: 'Enseño con marca-de-quetzalli.',
  words: 'Reseña marca-de-quetzalli.',
  handle: '@marca-de-quetzalli',
  username: 'marca-de-quetzalli',
  address: '203.0.113.77',
  phone: '+525599887766',
  guardian: 'tutora-marca-de-quetzalli@example.org',
};

/**
 * Gives a person a row in every table that may hold one of theirs: as a student, a teacher and an administrator's
 * subject. `other` is who else was there. A test lists the tables from the catalogue and fails when one is missing.
 */
export async function fillForPerson({ db }: Community, person: Person, other: Person): Promise<void> {
  const { id, email } = person;
  const insertClass = async (teacher: string, startsAt: string, title: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into classes (title, description, starts_at, created_by, language, meet_link)
        values (${title}, 'Hablamos.', now() + ${startsAt}::interval, ${teacher}, 'en', 'https://meet.example.org/x')
        returning id`.execute(db);
    return onlyRow(rows).id;
  };
  const taken = await insertClass(other.id, '-10 days', 'Clase tomada');
  const coming = await insertClass(other.id, '10 days', 'Clase por venir');
  const full = await insertClass(other.id, '11 days', 'Clase llena');
  const paidByHand = await insertClass(other.id, '12 days', 'Clase pagada en efectivo');
  const paidByCard = await insertClass(other.id, '13 days', 'Clase pagada con tarjeta');
  const missed = await insertClass(other.id, '-9 days', 'Club perdido');
  const given = await insertClass(id, '-20 days', 'Clase dada');
  const statements = [
    sql`update users set name = ${marks.name}, name_answered = true, email_verified = true,
      zone = 'America/Guayaquil', locale = 'pt' where id = ${id}`,
    sql`update profiles set country = 'Ecuador', languages = '{en}', level = 'basic', goals = '{viajar}',
      learning_style = '{juegos}', available_time = 'noche', modality = '{clubes}',
      total_videos_watched = 1, total_learning_seconds = 90 + 3600 where user_id = ${id}`,
    sql`update sessions set ip_address = ${marks.address}, user_agent = 'Navegador marcado' where user_id = ${id}`,
    sql`insert into sign_in_methods (user_id, provider_id, account_id, password) values (${id}, 'credential', ${id}, 'hash')
      on conflict do nothing`,
    sql`insert into two_factors (user_id, secret, backup_codes, verified) values (${id}, 'sealed', 'sealed', false)`,
    sql`insert into passkeys (user_id, credential_id, public_key, counter, synced, name)
      values (${id}, ${`credential-of-${id}`}, 'public', 3, true, 'Mi teléfono')`,
    sql`insert into phones (user_id, number) values (${id}, ${marks.phone})`,
    sql`insert into sms_outbox (kind, number) values ('accounts.sign-in-phone', ${marks.phone})`,
    sql`insert into passkey_challenges (user_id, challenge, expires_at)
      values (${id}, 'to be signed', now() + interval '5 minutes')`,
    sql`insert into demo_passwords (user_id, password) values (${id}, 'una-clave-publica')`,
    sql`insert into used_codes (user_id, code) values (${id}, 'hashed')`,
    sql`insert into account_links (id, purpose, user_id, address, expires_at)
      values (uuidv7(), 'verify-email', ${id}, ${email}, now() + interval '1 day')`,
    sql`insert into invite_links (user_id, label, most_uses, ends_at)
      values (${id}, ${`Enlace ${marks.name}`}, 5, now() + interval '9 days')`,
    sql`insert into guardian_consents (user_id, address, asked_at, given_at) values (${id}, ${marks.guardian}, now(), now())`,
    sql`insert into mail_outbox (kind, address, locale, detail)
      values ('accounts.password-changed', ${email}, 'es', jsonb_build_object('userId', ${id}::text))`,
    sql`insert into idempotency_keys (person_id, key, operation, request_hash, answer)
      values (${id}, 'a-key-of-theirs', 'x', 'h', jsonb_build_object('name', ${marks.name}::text))`,
    sql`insert into notifications (user_id, kind, detail) values (${id}, 'people.role-changed', '{"role": "teacher"}')`,
    sql`insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
      select 'https://push.example.org/' || id, user_id, id, ${'p'.repeat(87)}, ${'q'.repeat(22)} from sessions
        where user_id = ${id} limit 1`,
    sql`insert into notice_settings (user_id, chosen, digest) values (${id}, '{"money:email": false}', true)`,
    sql`insert into notifications (user_id, kind, detail, names_person)
      values (${other.id}, 'teachers.applied', jsonb_build_object('name', ${marks.name}::text), ${id})`,
    sql`insert into reports (reporter_id, subject_kind, subject_id, reason, words)
      values (${id}, 'video', ${other.id}::text, 'other', ${`Reporte ${marks.name}`})`,
    sql`with line as (insert into audit_log (actor_id, act, person_id, detail)
        values (${other.id}, 'people.change-role', ${id}, '{"to": "teacher"}') returning id)
      insert into audit_words (line_id, key, words, person_id) select id, 'name', ${marks.name}, ${id} from line`,
    sql`insert into audit_log (actor_id, act, subject, detail)
      values (${id}, 'classes.close-roll', ${given}, '{"title": "Clase dada"}')`,
    sql`insert into practice_days (user_id, day, practices) values (${id}, current_date, 1)`,
    sql`insert into streak_shields (user_id, got_on) values (${id}, current_date)`,
    sql`insert into streak_holidays (user_id, first_day, last_day, planned_on)
      values (${id}, current_date + 2, current_date + 5, current_date)`,
    sql`insert into kept_days (user_id, day, kept_by) values (${id}, current_date - 40, 'holiday')`,
    sql`insert into zone_changes (user_id, changed_at, zone_before) values (${id}, now(), 'America/Lima')`,
    sql`insert into oauth_connections (user_id, platform, platform_username) values (${id}, 'instagram', ${marks.handle})`,
    sql`insert into teacher_profiles (user_id, bio, languages_taught, verification_status)
      values (${id}, ${marks.bio}, '{en}', 'approved')
      on conflict (user_id) do update set bio = excluded.bio`,
    sql`insert into class_enrollments (class_id, user_id, attended, marked_at, marked_by, practised_seconds, practised_on)
      values (${taken}, ${id}, true, now(), ${other.id}, 3600, current_date)`,
    sql`insert into class_enrollments (class_id, user_id) values (${coming}, ${id})`,
    sql`update classes set kind = 'club' where id = ${missed}`,
    sql`insert into class_absences (class_id, user_id, how, recorded_at, reason, words, reason_from)
      values (${missed}, ${id}, 'left-late', now(), 'other', ${marks.words}, 'student')`,
    sql`insert into class_series (kind, title, description, weekdays, clock_time, zone, starts_on, made_until,
        duration_minutes, required_tier, target_audience, max_students, meet_link, created_by)
      values ('club', 'Club que se repite', 'Hablamos.', '{2,4}', '19:00', 'America/Bogota', '2026-11-24', '2027-01-18',
        60, 'free', 'adult', 6, 'https://meet.example.org/y', ${id})`,
    sql`insert into class_offers (series_id, from_id, to_id)
      select id, ${id}, ${other.id} from class_series where created_by = ${id}`,
    sql`insert into class_offers (class_id, from_id, to_id)
      select id, created_by, ${id} from classes where id = ${coming} and created_by <> ${id}`,
    sql`insert into class_enrollments (class_id, user_id) values (${given}, ${other.id})`,
    sql`insert into class_waiting (class_id, user_id) values (${full}, ${id})`,
    sql`insert into class_reviews (class_id, user_id, teacher_id, rating, words)
      values (${taken}, ${id}, ${other.id}, 5, ${marks.words})`,
    sql`insert into class_reviews (class_id, user_id, teacher_id, rating, words)
      values (${given}, ${other.id}, ${id}, 4, 'Muy buena clase.')`,
    sql`insert into class_notes (class_id, notes, phrases, written_by)
      values (${given}, ${`Apuntes ${marks.words}`}, '[{"phrase": "break the ice", "meaning": "romper el hielo"}]', ${id})`,
    sql`insert into class_messages (class_id, words, written_by, readers)
      values (${given}, ${`Traigan ${marks.words}`}, ${id}, 1)`,
    sql`insert into announcements (title, words, audience, author_id)
      values ('Noche de cine', ${`Vengan a ${marks.words}`}, 'everybody', ${id})`,
    sql`insert into payments (user_id, kind, tier, amount_cents, method, provider, status, platform_share_cents,
        completed_at, recorded_by, note)
      values (${id}, 'membership', 'basic', 1000, 'cash', 'manual', 'completed', 1000, now(), ${other.id},
        ${`Pagó ${marks.name}`})`,
    sql`insert into payments (user_id, kind, class_id, title, amount_cents, method, provider, status, teacher_id,
        teacher_share_cents, platform_share_cents, completed_at)
      values (${other.id}, 'single', ${given}, 'Clase dada', 300, 'card', 'test', 'completed', ${id}, 210, 90, now())`,
    sql`insert into payments (user_id, kind, class_id, title, amount_cents, method, provider, status, payment_ref, teacher_id,
        teacher_share_cents, platform_share_cents, completed_at, recorded_by)
      values (${id}, 'single', ${paidByHand}, 'Clase pagada en efectivo', 300, 'cash', 'manual', 'completed', null,
          ${other.id}, 210, 90, now(), ${other.id}),
        (${id}, 'single', ${paidByCard}, 'Clase pagada con tarjeta', 300, 'card', 'test', 'completed', 'test_pay_theirs',
          ${other.id}, 210, 90, now(), null)`,
    sql`insert into class_enrollments (class_id, user_id, payment_id)
      select class_id, user_id, id from payments where class_id in (${paidByHand}, ${paidByCard})`,
    // A share came to them and went on.
    sql`insert into share_hand_overs (payment_id, from_id, to_id, is_first, handed_over_at)
      select id, ${other.id}::uuid, ${id}::uuid, true, now() from payments where payment_ref = 'test_pay_theirs'
      union all select id, ${id}, ${other.id}, false, now() from payments where payment_ref = 'test_pay_theirs'`,
    sql`insert into subscriptions (ref, provider, user_id, tier, paid_until)
      values ('test_sub_theirs', 'test', ${id}, 'basic', now() + interval '20 days')`,
    sql`insert into user_memberships (user_id, tier, ends_at, subscription_ref, provider)
      values (${id}, 'basic', now() + interval '20 days', 'test_sub_theirs', 'test')`,
    sql`insert into teacher_payouts (teacher_id, amount_cents, currency, paid_at, recorded_by)
      values (${id}, 210, 'USD', now(), ${other.id})`,
    sql`select append_to_ledger(${id}, 5000, 'admin_credit', 'De prueba', 'theirs')`,
    sql`select buy_item(${id}, 'level-certificate')`,
    sql`select buy_item(${id}, 'custom-avatar')`,
    sql`update orders set status = 'fulfilled', settled_by = ${other.id}, settled_at = now(), note = 'Listo'
      where user_id = ${id} and item_id = 'level-certificate'`,
    sql`insert into certificates (code, order_id, user_id, shown_name, language, level, issued_by)
      select 'ABCDEFGHJK23', id, user_id, ${marks.name}, 'en', 'basic', ${other.id} from orders
      where user_id = ${id} and item_id = 'level-certificate'`,
    sql`insert into calendar_feeds (secret, user_id) values (${'q'.repeat(43)}, ${id})`,
    sql`insert into calendar_own_events (event_id, owner_id, title, description, starts_at, zone, duration_minutes)
      values ('theirs-1', ${id}, 'Un evento', '', now() + interval '1 day', 'America/Bogota', 60)`,
    sql`insert into videos (title, language, level, source, source_id, proposed_by)
      values ('Un video', 'en', 'basic', 'youtube', 'theirs', ${id})`,
    sql`insert into video_interactions (user_id, video_id, interaction_type, day, watched_seconds)
      select ${id}, id, 'view', current_date, 90 from videos where source_id = 'theirs'`,
    sql`insert into cup_boards (season, row_count, language_counts, status, live_at)
      values ('2026-10-01', 1, '{"en": 1}', 'live', now())`,
    sql`insert into duolingo_rankings (board_id, full_name, username, email, language, xp_position, streak_position,
        xp_position_in_language, streak_position_in_language)
      select id, ${marks.name}, ${marks.username}, ${email}, 'en', 1, 1, 1, 1 from cup_boards`,
    sql`insert into cup_reviews (season, username, held, reviewed_at)
      values ('2026-10-01', ${marks.username}, false, now())`,
    sql`insert into cup_claims (user_id, username, status, decided_at, decided_by)
      values (${id}, ${marks.username}, 'confirmed', now(), ${other.id})`,
    sql`insert into cup_seasons (season, board_id, closed_at) select '2026-10-01', id, now() from cup_boards`,
    sql`insert into cup_prizes (season, row_id, language, place, coins, status, user_id, settled_at)
      select '2026-10-01', id, 'en', 1, 500, 'paid', ${id}, now() from duolingo_rankings`,
    sql`insert into cup_practice (season, username, user_id, day)
      values ('2026-10-01', lower(${marks.username}), ${id}, current_date)`,
    sql`insert into cup_aliases (user_id) values (${id})`,
    sql`insert into cup_former_rows (row_id, user_id, proved) select id, ${id}, true from duolingo_rankings`,
    sql`insert into cup_hidden_names (username, hidden_at) values (lower(${marks.username}), now())`,
    sql`insert into quiz_leads (name, email, country, language, level, goals, learning_style, available_time, modality)
      values (${marks.name}, ${email}, 'Ecuador', 'en', 'basic', '{viajar}', '{juegos}', 'noche', '{clubes}')`,
  ];
  for (const statement of statements) await statement.execute(db);
}
