import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import type { Desk } from '../contract.ts';
import { selectStandingOffers } from '../hand-over/standing-offers.ts';
import { may } from '../permissions.ts';

const mostNewStudents = 12;
const mostReviews = 3;

/**
 * Classes and series on offer, who is new in the classes that the reader teaches, and their latest reviews.
 * @throws Refusal notAllowed
 */
export async function readDesk(ctx: Ctx): Promise<Desk> {
  refuse(may(ctx.actor, 'organise'));
  const { userId } = memberOf(ctx.actor);
  const [offers, newStudents, reviews] = await Promise.all([
    listOffers(ctx, userId),
    listNewStudents(ctx, userId),
    listLatestReviews(ctx, userId),
  ]);
  return { offers, newStudents, reviews };
}

async function listOffers(ctx: Ctx, userId: string): Promise<Desk['offers']> {
  const offers = await selectStandingOffers(ctx, { userId });
  return offers.map(
    ({ fromId: _from, seriesId: _series, startsAt, overlappingTitle, overlappingStartsAt, ...row }) => ({
      ...row,
      startsAt: startsAt.toISOString(),
      overlapping:
        overlappingTitle !== null && overlappingStartsAt
          ? { title: overlappingTitle, startsAt: overlappingStartsAt.toISOString() }
          : null,
    }),
  );
}

/** Each student once, with the first class they will come to. */
async function listNewStudents({ db, now }: Ctx, teacherId: string): Promise<Desk['newStudents']> {
  const { rows } = await sql<Omit<Desk['newStudents'][number], 'startsAt'> & { startsAt: Date }>`
    select * from (
      select distinct on (student.id) student.id, student.name, student.image,
        classes.id as class_id, classes.title, classes.starts_at
      from classes
      join class_enrollments seat on seat.class_id = classes.id and seat.held_until is null
      join shown_people student on student.id = seat.user_id
      where classes.created_by = ${teacherId} and classes.status = 'scheduled'
        and classes.starts_at > ${now}::timestamptz
        and not exists (select from class_enrollments earlier join classes held on held.id = earlier.class_id
          where held.created_by = ${teacherId} and earlier.user_id = seat.user_id and earlier.attended)
      order by student.id, classes.starts_at
    ) as newcomer
    order by starts_at, name, id
    limit ${mostNewStudents}`.execute(db);
  return rows.map(({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toISOString() }));
}

async function listLatestReviews({ db }: Ctx, teacherId: string): Promise<Desk['reviews']> {
  const rows = await db
    .selectFrom('classReviews as review')
    .innerJoin('classes', 'classes.id', 'review.classId')
    .innerJoin('shownPeople as author', 'author.id', 'review.userId')
    .select([
      'review.classId',
      'review.userId',
      'classes.title',
      'author.name',
      'review.rating',
      'review.words',
      'review.createdAt',
    ])
    .where('review.teacherId', '=', teacherId)
    .orderBy('review.createdAt', 'desc')
    .limit(mostReviews)
    .execute();
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
