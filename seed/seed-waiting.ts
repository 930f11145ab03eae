import { tellOfNotes } from '#features/classes/after/tell-of-notes.ts';
import type { Ctx } from '#server/ctx.ts';
import { demoStudent, eligibleFor } from './seed-classes.ts';
import type { Attended } from './seed-history.ts';
import type { People } from './seed-people.ts';

/** The daily club in which students wait for a seat: not the next one, in which the student of the demo has a seat. */
const wanted = { title: 'English Coffee', language: 'en', tier: 'free' } as const;
const turnsAhead = 2;

/** How many more students wait behind the student of the demo. */
const behind = 2;

/**
 * Fills a club of the coming days, with a waiting list that the student of the demo heads, and frees a seat. The server
 * then offers it as it offers any other, with its notice and its end.
 */
export async function seedWaiting({ db, now }: Ctx): Promise<void> {
  const { id: classId, maxStudents } = await db
    .selectFrom('classes')
    .select(['id', 'maxStudents'])
    .where('title', '=', wanted.title)
    .where('startsAt', '>', now)
    .orderBy('startsAt')
    .offset(turnsAhead)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('classEnrollments').where('classId', '=', classId).execute();
  const learners = await eligibleFor({ db }, wanted);
  const seats = learners.slice(0, maxStudents).map((userId) => ({ classId, userId }));
  await db.insertInto('classEnrollments').values(seats).execute();
  const { id: student } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoStudent)
    .executeTakeFirstOrThrow();
  const queue = [student, ...learners.slice(maxStudents, maxStudents + behind)];
  for (const userId of queue) await db.insertInto('classWaiting').values({ classId, userId }).execute();
  await db
    .deleteFrom('classEnrollments')
    .where('classId', '=', classId)
    .where('userId', '=', learners[0] ?? '')
    .execute();
}

/** Notes and phrases of the last class that the student of the demo attended, of which they are told. */
export async function seedNotes(ctx: Ctx, people: People, attended: readonly Attended[]): Promise<void> {
  const [student = ''] = people.students;
  const last = attended
    .filter(({ userId }) => userId === student)
    .toSorted((a, b) => a.daysAgo - b.daysAgo)[0];
  if (!last) throw new Error('the student of the demo attended no class');
  const { classId, title } = last;
  const { createdBy, language } = await ctx.db
    .selectFrom('classes')
    .select(['createdBy', 'language'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('classNotes')
    .values({
      classId,
      notes,
      phrases: JSON.stringify(language === 'fr' ? frenchPhrases : englishPhrases),
      writtenBy: createdBy,
      changedAt: ctx.now,
    })
    .execute();
  await tellOfNotes(ctx, { classId, title }, [student]);
}

const notes = 'Todo el mundo habló: ¡bravo! Para la próxima, cuenta en un minuto lo mejor de tu semana.';

const englishPhrases = [
  { phrase: 'to break the ice', meaning: 'romper el hielo' },
  { phrase: 'to call it a day', meaning: 'dejarlo por hoy' },
  { phrase: 'I’m on the fence', meaning: 'todavía no me decido' },
];

const frenchPhrases = [
  { phrase: 'ça marche', meaning: 'va, de acuerdo' },
  { phrase: 'tant pis', meaning: 'ni modo' },
  { phrase: 'avoir un petit creux', meaning: 'tener un poco de hambre' },
];

/** A link by which the student of the demo invites a study group. */
export async function seedInvitation({ db, now }: Ctx): Promise<void> {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoStudent)
    .executeTakeFirstOrThrow();
  const endsAt = new Date(now.getTime() + 25 * 86_400_000);
  const link = { userId, label: 'Mi grupo de estudio', mostUses: 12, endsAt, createdAt: now };
  await db.insertInto('inviteLinks').values(link).execute();
}
