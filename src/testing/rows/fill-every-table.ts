import { sql } from 'kysely';
import { seedDemo } from '#seed/seed-demo.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Community } from '../community.ts';

/** A text with everything that a dump may stumble over. */
const awkward = `a\\tb \\N \\. "quoted", 'single', tab\tline\nreturn\rñandú 日本語 🦙 \\N`;

/**
 * Fills every table: the demo, and by SQL the tables that the demo leaves empty. A test of backups lists the tables
 * from the catalogue and fails when one is empty: add a row of a new table here.
 */
export async function fillEveryTable(community: Community, dataDir: string): Promise<void> {
  const { db } = community;
  await seedDemo(await community.ctxFor(), community.authentication, dataDir);
  const { id: person } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const { id: liveClass } = await db
    .selectFrom('classes')
    .select('id')
    .where('seatsTaken', '=', 0)
    .limit(1)
    .executeTakeFirstOrThrow();
  const soon = new Date(Date.now() + 86_400_000);
  const month = '2026-10-01';
  const one = await sql<{ id: string }>`
    insert into teacher_payouts (teacher_id, amount_cents, currency, paid_at, note, recorded_by)
      values (${person}, 1500, 'USD', now(), ${awkward}, ${person}) returning id`.execute(db);
  const statements = [
    // A row that refers to a row of its own table.
    sql`insert into teacher_payouts (teacher_id, amount_cents, currency, paid_at, recorded_by, reverses)
      values (${person}, -1500, 'USD', now(), ${person}, ${onlyRow(one.rows).id})`,
    sql`insert into share_hand_overs (payment_id, from_id, to_id, is_first, handed_over_at)
      select payment.id, before.id, payment.teacher_id, true, now()
      from payments payment join users before on before.id <> payment.teacher_id
      where payment.completed_at is not null limit 1`,
    sql`insert into account_links (id, purpose, user_id, address, expires_at)
      values (uuidv7(), 'reset-password', ${person}, 'alguien@example.org', ${soon})`,
    sql`insert into audit_words (line_id, key, words, person_id)
      select id, 'name', ${awkward}, ${person} from audit_log limit 1`,
    sql`insert into calendar_connection (calendar, rooms) values ('built-in', '')`,
    sql`insert into calendar_events (event_id, title, description, starts_at, ends_at, zone)
      values ('event-1', ${awkward}, ${awkward}, now(), ${soon}, 'America/Bogota')`,
    sql`insert into calendar_feeds (secret, user_id) values (${'s'.repeat(43)}, ${person})`,
    sql`insert into calendar_imports (event_id, class_id, digests, day)
      values ('event-1', ${liveClass}, '{}', '2026-01-02')`,
    sql`insert into calendar_own_events (event_id, owner_id, title, description, starts_at, zone, duration_minutes)
      values ('event-1', ${person}, 'Un evento', ${awkward}, ${soon}, 'America/Bogota', 60)`,
    sql`insert into certificates (code, order_id, user_id, shown_name, language, level, issued_by)
      select 'ABCDEFGHJK23', id, user_id, 'Ana', 'en', 'basic', ${person} from orders limit 1`,
    sql`insert into class_series (kind, title, description, weekdays, clock_time, zone, starts_on, made_until,
        duration_minutes, required_tier, target_audience, max_students, created_by)
      values ('club', ${awkward.replaceAll(/\s/g, ' ')}, ${awkward}, '{2,4}', '19:00', 'America/Bogota', '2026-11-24',
        '2027-01-18', 60, 'free', 'adult', 6, ${person})`,
    sql`insert into class_offers (series_id, from_id, to_id)
      select class_series.id, created_by, users.id from class_series join users on users.id <> created_by limit 1`,
    sql`insert into class_deleted_days (series_id, day) select id, '2026-12-22' from class_series limit 1`,
    sql`insert into class_holidays (day, name) values ('2031-12-25', 'Navidad')`,
    sql`insert into class_notes (class_id, notes, phrases, written_by)
      values (${liveClass}, ${awkward}, ${JSON.stringify([{ phrase: awkward, meaning: awkward }])}, ${person})`,
    sql`insert into class_messages (class_id, words, written_by, readers)
      values (${liveClass}, ${awkward}, ${person}, 1)`,
    sql`insert into class_waiting (class_id, user_id) values (${liveClass}, ${person})`,
    sql`insert into cup_practice (season, username, user_id, day) values (${month}, 'ana', ${person}, current_date)`,
    sql`insert into cup_aliases (user_id) values (${person})`,
    sql`insert into cup_former_rows (row_id, user_id, proved) select id, ${person}, false from duolingo_rankings
      where email is not null limit 1`,
    sql`insert into cup_hidden_names (username, hidden_at) values ('beto', now())`,
    sql`insert into cup_reviews (season, username, held, reviewed_at) values (${month}, 'ana', false, now())`,
    sql`insert into guardian_consents (user_id, address, asked_at) values (${person}, 'tutor@example.org', now())`,
    sql`insert into idempotency_keys (person_id, key, operation, request_hash, answer)
      values (${person}, 'a-key-of-its-own', 'buyItem', 'h', ${JSON.stringify({ said: awkward })})`,
    sql`insert into mail_outbox (kind, address, locale, detail)
      values ('accounts.reset-password', 'alguien@example.org', 'es', '{"link": "x"}')`,
    sql`select put_due('send-mail', id::text) from mail_outbox`,
    sql`insert into reports (reporter_id, subject_kind, subject_id, reason, words)
      values (${person}, 'video', ${liveClass}::text, 'other', ${awkward})`,
    sql`insert into notice_settings (user_id, chosen) values (${person}, '{"money:email": false}')`,
    sql`insert into notice_deliveries (notice_id, channel)
      select id, 'email' from notifications where not exists (select from notice_deliveries) limit 1`,
    sql`insert into streak_shields (user_id, got_on) values (${person}, current_date)`,
    sql`insert into streak_holidays (user_id, first_day, last_day, planned_on)
      values (${person}, current_date + 2, current_date + 5, current_date)`,
    sql`insert into kept_days (user_id, day, kept_by) values (${person}, current_date - 40, 'holiday')`,
    sql`insert into zone_changes (user_id, changed_at, zone_before) values (${person}, now(), 'America/Lima')`,
    sql`insert into oauth_connections (user_id, platform, platform_username)
      values (${person}, 'instagram', ${awkward})`,
    sql`insert into policy_versions (name, locale, version, body, changed_by) values ('terms', 'es', 1, ${awkward}, ${person})`,
    sql`insert into provider_events (provider, event_id, kind) values ('stripe', 'evt_1', 'invoice.paid')`,
    sql`insert into quiz_leads (name, email, country, language, level, goals, learning_style, available_time, modality)
      values ('Ana', 'ana@example.org', 'México', 'en', 'basic', ${[awkward, '', 'NULL']}, '{a}', 'noche', '{b}')`,
    sql`insert into rate_limits (key, count, last_at) values ('sign-in|127.0.0.1', 3, now())`,
    sql`insert into sessions (user_id, token, expires_at, user_agent) values (${person}, 'a token', ${soon}, '')`,
    sql`insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
      select 'https://push.example.org/x', user_id, id, ${'p'.repeat(87)}, ${'q'.repeat(22)} from sessions limit 1`,
    sql`insert into subscriptions (ref, provider, user_id, tier, paid_until)
      values ('sub_1', 'stripe', ${person}, 'basic', ${soon})`,
    sql`insert into test_checkouts (ref, title, amount_cents, currency, offers_voucher)
      values ('test_1', 'Un mes', 1000, 'USD', false)`,
    sql`insert into test_subscriptions (ref, monthly_cents, currency, paid_until)
      values ('test_sub_1', 1000, 'USD', ${soon})`,
    sql`insert into test_invoices (ref, subscription_ref, amount_cents, currency, state, paid_until)
      values ('test_in_1', 'test_sub_1', 1000, 'USD', 'paid', 'infinity')`,
    sql`insert into test_refunds (payment_ref, refund_ref) values ('test_1', 'test_re_1')`,
    sql`insert into two_factors (user_id, secret, backup_codes) values (${person}, 'sealed', 'sealed')`,
    sql`insert into used_codes (user_id, code) values (${person}, '123456')`,
    sql`insert into passkeys (user_id, credential_id, public_key, counter, synced, name)
      values (${person}, ${'c'.repeat(22)}, 'public', 0, false, 'Mi llave')`,
    sql`insert into phones (user_id, number) values (${person}, '+525512345678')`,
    sql`insert into sms_outbox (kind, number) values ('accounts.sign-in-phone', '+525512345678')`,
    sql`insert into sms_days (day, sent) values ('2026-01-01', 1)`,
    sql`insert into signing_keys (public_key, private_key, expires_at) values ('{}', 'sealed', ${soon})`,
    sql`insert into passkey_challenges (challenge, expires_at) values ('to be signed', ${soon})`,
    sql`insert into verifications (identifier, value, expires_at) values ('x', 'y', ${soon})`,
    sql`insert into video_channels (source_id, title, language, level, topics)
      values (${`UC${'a'.repeat(22)}`}, 'Un canal', 'en', 'basic', '{grammar,food}')`,
  ];
  for (const statement of statements) await statement.execute(db);
}
