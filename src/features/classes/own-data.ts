import { sql } from 'kysely';
import { eraseReportsOf } from '#features/reports/erase-reports-of.ts';
import type { OwnData } from '#server/own-data/own-data.ts';
import { reviewKey } from './after/public-reviews.ts';
import { leaveEveryClass } from './seats/leave-every-class.ts';

/** Classes taken and given, and what was said of them. Who else was there is not the person's to take along. */
export const classData: OwnData = {
  parts: [
    {
      name: 'enrolments',
      by: ['class_enrollments.user_id'],
      rows: (userId) => sql`
        select class_id::text as key, class_id, title, kind, language, level, starts_at, classes.status, enrolled_at,
          agreed_at, held_until, offered_until, given_late, entered_at, attended, marked_at, practised_seconds, practised_on
        from class_enrollments join classes on classes.id = class_id where user_id = ${userId}`,
    },
    {
      name: 'absences',
      by: ['class_absences.user_id'],
      rows: (userId) => sql`
        select class_id::text as key, class_id, title, starts_at, how, recorded_at, reason, words, reason_from, excused_at
        from class_absences join classes on classes.id = class_id where user_id = ${userId}`,
    },
    {
      name: 'waiting',
      by: ['class_waiting.user_id'],
      rows: (userId) => sql`
        select class_id::text as key, class_id, title, starts_at, told_at
        from class_waiting join classes on classes.id = class_id where user_id = ${userId}`,
    },
    {
      name: 'reviews',
      by: ['class_reviews.user_id'],
      rows: (userId) => sql`
        select class_id::text as key, class_id, title, rating, words, may_quote, class_reviews.created_at
        from class_reviews join classes on classes.id = class_id where user_id = ${userId}`,
    },
    {
      name: 'class-notes',
      by: ['class_notes.written_by'],
      rows: (userId) => sql`
        select class_id::text as key, class_id, title, starts_at, notes, phrases, changed_at,
          hidden_at, hidden_reason
        from class_notes join classes on classes.id = class_id where written_by = ${userId}`,
    },
    {
      name: 'class-messages',
      by: ['class_messages.written_by'],
      rows: (userId) => sql`
        select class_messages.id::text as key, class_id, title, words, readers, sent_at, hidden_at, hidden_reason
        from class_messages join classes on classes.id = class_id where written_by = ${userId}`,
    },
    {
      name: 'classes-given',
      by: ['classes.created_by'],
      rows: (userId) => sql`
        select id::text as key, id, kind, title, description, starts_at, zone, duration_minutes, required_tier,
          price_cents, currency, language, level, target_audience, max_students, seats_taken, meet_link, prompt_card,
          status, cancelled_at, cancel_reason, roll_closed_at, created_at
        from classes where created_by = ${userId}`,
    },
    {
      name: 'class-series',
      by: ['class_series.created_by'],
      rows: (userId) => sql`
        select id::text as key, id, kind, title, description, weekdays, clock_time, zone, starts_on, ends_on,
          duration_minutes, required_tier, price_cents, currency, language, level, target_audience, max_students,
          meet_link, prompt_card, created_at
        from class_series where created_by = ${userId}`,
    },
    {
      name: 'class-offers',
      by: ['class_offers.from_id', 'class_offers.to_id'],
      rows: (userId) => sql`
        select class_offers.id::text as key, class_id, class_offers.series_id, coalesce(classes.title, class_series.title) as title,
          starts_at, offered_at, case when from_id = ${userId} then 'made' else 'received' end as offer
        from class_offers left join classes on classes.id = class_id
          left join class_series on class_series.id = class_offers.series_id
        where from_id = ${userId} or to_id = ${userId}`,
    },
    {
      name: 'reviews-received',
      by: ['class_reviews.teacher_id'],
      rows: (userId) => sql`
        select encode(substring(sha256(uuid_send(class_id) || uuid_send(class_reviews.user_id)) for 16), 'hex') as key, class_id, title, rating, words,
          class_reviews.created_at
        from class_reviews join classes on classes.id = class_id where teacher_id = ${userId}`,
    },
  ],
  async erase(ctx, { userId }) {
    await leaveEveryClass(ctx, userId);
    // Attendance and ratings stay: they are the class's and its teacher's, and say no more than an id.
    const reviews = await sql<{ key: string }>`
      select ${reviewKey} as key from class_reviews review where user_id = ${userId}`.execute(ctx.db);
    await eraseReportsOf(
      ctx,
      'review',
      reviews.rows.map(({ key }) => key),
    );
    await sql`update class_reviews set words = null, may_quote = false, quoted_at = null where user_id = ${userId}`.execute(
      ctx.db,
    );
    // Why they did not come is theirs.
    await sql`update class_absences set reason = null, reason_from = null, words = null where user_id = ${userId}`.execute(
      ctx.db,
    );
    await sql`delete from class_offers where from_id = ${userId} or to_id = ${userId}`.execute(ctx.db);
    // A trigger deletes their notices too.
    const messages = await sql<{ id: string }>`
      delete from class_messages where written_by = ${userId} returning id`.execute(ctx.db);
    await eraseReportsOf(
      ctx,
      'message',
      messages.rows.map(({ id }) => id),
    );
    // Reported notes have the id of their class, under which another organiser may write others.
    const notes = await sql<{ id: string }>`
      delete from class_notes where written_by = ${userId} returning class_id::text as id`.execute(ctx.db);
    await eraseReportsOf(
      ctx,
      'notes',
      notes.rows.map(({ id }) => id),
    );
    // What was said of their classes is about them.
    const given = await sql<{
      id: string;
    }>`select id::text from classes where created_by = ${userId}`.execute(ctx.db);
    await eraseReportsOf(
      ctx,
      'class',
      given.rows.map(({ id }) => id),
    );
    await sql`update classes set meet_link = null, one_off_link = false where created_by = ${userId} and meet_link is not null`.execute(
      ctx.db,
    );
    // No class is made any more. Those that exist wait for an administrator, as other classes without a teacher.
    await sql`update class_series set meet_link = null, ends_on = least(ends_on, greatest(starts_on, made_until))
      where created_by = ${userId}`.execute(ctx.db);
  },
};
