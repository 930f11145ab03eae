import { findMissingTrigger, type Invariant } from '#server/db/find-broken.ts';

/** What is always true of classes, seats, attendance and ratings. */
export const classInvariants: readonly Invariant[] = [
  {
    name: 'the seats taken equal the enrolments, and never exceed the capacity',
    query: `
      select id, seats_taken, max_students, enrolments from classes
      cross join lateral (select count(*) as enrolments from class_enrollments where class_id = classes.id) as counted
      where seats_taken <> enrolments or seats_taken > max_students`,
  },
  {
    name: 'seats in coming classes belong to students of their age group',
    query: `
      select class_id, user_id, age_group, target_audience from class_enrollments
      join classes on classes.id = class_id join profiles using (user_id)
      where starts_at > now() and age_group <> target_audience`,
  },
  {
    name: 'the database refuses seats to students of the other age group',
    query: findMissingTrigger('class_enrollments', 'seat_fits_student'),
  },
  {
    name: 'each paid seat exists, or was left too late for a refund, or is being refunded',
    query: `
      select id, user_id, class_id from payments
      where kind = 'single' and status = 'completed' and class_id is not null
      and refund_wanted_at is null and forfeited_at is null
      and not exists (select from class_enrollments
        where class_enrollments.payment_id = payments.id and held_until is null)`,
  },
  {
    name: 'a held seat has a pending payment, and is held at most an hour past its time',
    query: `
      select class_enrollments.class_id, class_enrollments.user_id, payment_id, held_until, payments.status
      from class_enrollments join payments on payments.id = payment_id
      where held_until is not null and (payments.status <> 'pending' or held_until < now() - interval '90 minutes')`,
  },
  {
    name: 'no student waits for a class in which they have a seat',
    query: `
      select class_id, user_id from class_waiting join class_enrollments using (class_id, user_id)`,
  },
  {
    name: 'a free seat in a class that students wait for is about to be offered',
    query: `
      select id, title, starts_at from classes
      where status = 'scheduled' and starts_at > now() + interval '1 hour' and seats_taken < max_students
      and exists (select from class_waiting where class_id = classes.id)
      and not exists (select from due_work where kind = 'offer-seats' and subject = classes.id::text)`,
  },
  {
    name: 'the rating of a teacher is the average of their reviews that count',
    query: `
      select user_id, average_rating, total_reviews, average, reviews from teacher_profiles
      cross join lateral (select round(avg(rating), 2) as average, count(*) as reviews
        from counted_reviews where teacher_id = teacher_profiles.user_id) as counted
      where average_rating is distinct from average or total_reviews <> reviews`,
  },
  {
    name: 'once the roll is closed, each student who attended has the practice of the class, and no other',
    query: `
      select class_id, user_id from class_enrollments join classes on classes.id = class_id
      where held_until is null
      and (roll_closed_at is not null and coalesce(attended, false)) <> (practised_seconds is not null)
      -- An account that was deleted before its roll was closed has no practice; one deleted after it keeps what it had.
      and not (coalesce(attended, false) and exists (
        select from users where id = user_id and deleted_at is not null))`,
  },
  {
    name: 'coins for a class went to a student on its closed roll',
    query: `
      select id, user_id, cause from sumicoins_ledger as reward
      where transaction_type = 'event_reward' and cause like 'class:%' and not exists (
        select from class_enrollments join classes on classes.id = class_id
        where class_enrollments.user_id = reward.user_id and class_id::text = split_part(cause, ':', 2)
        and roll_closed_at is not null)`,
  },
  {
    name: 'an absence that counts is of a club that was not cancelled, and missed by a student absent on its closed roll',
    query: `
      select class_id, class_absences.user_id, how, recorded_at from class_absences
      join classes on classes.id = class_id left join class_enrollments using (class_id, user_id)
      where kind <> 'club' or status = 'cancelled' or attended and roll_closed_at is not null
      or how = 'missed' and recorded_at is not null and (roll_closed_at is null or attended is distinct from false)
      or how = 'missed' and recorded_at is null and (roll_closed_at is not null or attended is distinct from false)`,
  },
  {
    name: 'no class got more than five messages within 24 hours',
    query: `
      select id, class_id, sent_at from (
        select id, class_id, sent_at, count(*) over (partition by class_id order by sent_at
          range between interval '23:59:59.999' preceding and current row) as sent from class_messages) as counted
      where sent > 5`,
  },
  {
    name: 'a class on offer is its teacher’s who offers it, and not cancelled',
    query: `
      select class_offers.id, class_id, from_id, created_by, status from class_offers join classes on classes.id = class_id
      where created_by <> from_id or status = 'cancelled'`,
  },
  {
    name: 'no student attended a cancelled class',
    query: `
      select class_id, user_id from class_enrollments join classes on classes.id = class_id
      where status = 'cancelled' and practised_seconds is not null`,
  },
];
