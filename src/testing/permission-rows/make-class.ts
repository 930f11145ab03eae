import type { AgeGroup } from '#shared/actor.ts';
import type { Community, Person } from '../community.ts';

const toCome = new Date('2099-05-04');

/** Whose class it is: the person's, one in which they have a seat, one that they attended, or none of theirs. */
export type Whose = 'own' | 'enrolled' | 'attended' | null;

export type MadeClass = { whose: Whose; startsAt?: Date; targetAudience?: AgeGroup };

/** A class that the person organises, is enrolled in, has attended, or none of these. */
export async function makeClass(
  { db, person: join }: Community,
  person: Person | null,
  { whose, startsAt = toCome, targetAudience = 'adult' }: MadeClass,
): Promise<string> {
  const teacher = whose === 'own' && person ? person : await join({ role: 'teacher', verified: true });
  const { id } = await db
    .insertInto('classes')
    .values({ title: 'Una clase', description: 'De prueba', startsAt, targetAudience, createdBy: teacher.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  if ((whose === 'enrolled' || whose === 'attended') && person) {
    const there = { attended: true, markedAt: startsAt, markedBy: teacher.id };
    if (whose === 'attended') {
      await db.updateTable('classes').set({ rollClosedAt: startsAt }).where('id', '=', id).execute();
    }
    await db
      .insertInto('classEnrollments')
      .values({ classId: id, userId: person.id, ...(whose === 'attended' && there) })
      .execute();
  }
  return id;
}
