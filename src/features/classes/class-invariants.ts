import type { Invariant } from '#server/db/find-broken.ts';

/** What is always true of classes, seats, rolls and ratings. */
export const classInvariants: readonly Invariant[] = [
  {
    name: 'seats taken are the enrolments counted, and no more than there are',
    query: `
      select id, seats_taken, max_students, enrolments from classes
      cross join lateral (select count(*) as enrolments from class_enrollments where class_id = classes.id) as counted
      where seats_taken <> enrolments or seats_taken > max_students`,
  },
  {
    name: 'a seat that was paid for is there, or was given up too late, or the money goes back',
    query: `
      select id, user_id, class_id from payments
      where kind = 'single' and status = 'completed' and class_id is not null
      and refund_wanted_at is null and forfeited_at is null
      and not exists (select from class_enrollments
        where class_enrollments.payment_id = payments.id and held_until is null)`,
  },
  {
    name: 'a seat is held for a payment that is pending, and no longer than an hour past its time',
    query: `
      select class_enrollments.class_id, class_enrollments.user_id, payment_id, held_until, payments.status
      from class_enrollments join payments on payments.id = payment_id
      where held_until is not null and (payments.status <> 'pending' or held_until < now() - interval '90 minutes')`,
  },
  {
    name: 'a teacher’s rating is what their reviews add up to',
    query: `
      select user_id, average_rating, total_reviews, average, reviews from teacher_profiles
      cross join lateral (select round(avg(rating), 2) as average, count(*) as reviews
        from class_reviews where teacher_id = teacher_profiles.user_id) as counted
      where average_rating is distinct from average or total_reviews <> reviews`,
  },
  {
    name: 'whoever was at a class has practised at it',
    query: 'select class_id, user_id from class_enrollments where attended and practised_seconds is null',
  },
  {
    name: 'coins for a class went to somebody who was there',
    query: `
      select id, user_id, cause from sumicoins_ledger as reward
      where transaction_type = 'event_reward' and cause like 'class:%' and not exists (
        select from class_enrollments where user_id = reward.user_id and practised_seconds is not null
        and cause = 'class:' || class_id)`,
  },
  {
    name: 'nobody was at a class that was cancelled',
    query: `
      select class_id, user_id from class_enrollments join classes on classes.id = class_id
      where status = 'cancelled' and practised_seconds is not null`,
  },
];
