import type { Insertable } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { ClassReviews } from '#server/db/schema.ts';
import { insertAttended, now } from '../class-scene.ts';

/** A review, which may be quoted, of a class of that teacher that its author attended; answers the class's id. */
export async function insertReview(
  db: Db,
  { teacher, author }: { teacher: { id: string }; author: { id: string } },
  facts: Partial<Insertable<ClassReviews>> = {},
): Promise<string> {
  const classId = await insertAttended(db, teacher, author);
  await db
    .insertInto('classReviews')
    .values({
      classId,
      userId: author.id,
      teacherId: teacher.id,
      rating: 5,
      words: 'Muy clara.',
      mayQuote: true,
      createdAt: now,
      ...facts,
    })
    .execute();
  return classId;
}
