import { sql } from 'kysely';

/** The key by which visitors know a review: it tells neither the class nor the author. Reads `class_reviews review`. */
export const reviewKey = sql<string>`encode(substring(sha256(uuid_send(review.class_id) || uuid_send(review.user_id)) for 16), 'hex')`;

/**
 * Whether a review's words may be read on its teacher's public page: never those of kids and of banned people. A hidden
 * one is for administrators only. Reads `class_reviews review`, its author's `users person` and `profiles profile`.
 */
export const agreedToShow = sql<boolean>`(review.may_quote and review.words is not null
  and profile.age_group = 'adult' and person.banned_at is null)`;

export const shownToVisitors = sql<boolean>`(${agreedToShow} and review.hidden_at is null)`;
