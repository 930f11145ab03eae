import { notifyOfNotes } from '#features/classes/after/notify-of-notes.ts';
import { offerEndsAt } from '#features/classes/rules.ts';
import { rulesColumn } from '#features/classes/set-rules/rules-column.ts';
import type { Ctx } from '#server/ctx.ts';
import { eligibleFor, fillSeats, seatedIn } from './seed-classes.ts';
import type { Attended } from './seed-history.ts';
import { findDemoStudent } from './seed-own-seats.ts';
import type { People } from './seed-people.ts';

/** The daily club in which students wait for a seat. Its next turns are left to students who want one. */
const wanted = { title: 'English Coffee', language: 'en', tier: 'free' } as const;
const notBeforeMs = 48 * 60 * 60_000;

/** How many more students wait behind the student of the demo. */
const behind = 2;

/**
 * Fills a club of the coming days, with a waiting list that the student of the demo heads, and frees a seat. The server
 * then offers it as it offers any other, with its notice and its end. It is a club in which only students of the
 * demo have seats, and for which no student waits. Answers when the offer ends, null where there is no such club.
 */
export async function seedWaiting(ctx: Ctx): Promise<Date | null> {
  const { db, now } = ctx;
  const student = await findDemoStudent(ctx);
  const learners = await eligibleFor(ctx, wanted);
  const found = await db
    .selectFrom('classes')
    .select(['id', 'startsAt', 'maxStudents', rulesColumn.as('rules')])
    .where('title', '=', wanted.title)
    .where('status', '=', 'scheduled')
    .where('targetAudience', '=', 'adult')
    .where('maxStudents', '<=', learners.length - behind)
    .where('startsAt', '>', new Date(now.getTime() + notBeforeMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('classEnrollments')
            .select('userId')
            .whereRef('classId', '=', 'classes.id')
            .where((seat) =>
              seat.or([seat('userId', 'not in', learners), seat('heldUntil', 'is not', null)]),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('classWaiting').select('turn').whereRef('classId', '=', 'classes.id'))),
    )
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst();
  if (!student || !found) return null;
  const { id: classId, maxStudents } = found;
  const seated = await seatedIn(ctx, classId);
  const others = learners.filter((userId) => !seated.includes(userId));
  const missing = maxStudents - seated.length;
  await fillSeats(ctx, classId, { ...wanted, taken: missing });
  const queue = [student.id, ...others.slice(missing, missing + behind)];
  for (const userId of queue) await db.insertInto('classWaiting').values({ classId, userId }).execute();
  await db
    .deleteFrom('classEnrollments')
    .where('classId', '=', classId)
    .where('userId', '=', seated[0] ?? others[0] ?? '')
    .execute();
  return offerEndsAt(found, now);
}

/** Notes and phrases of the last class that the student of the demo attended, of which they are told. */
export async function seedNotes(ctx: Ctx, people: People, attended: readonly Attended[]): Promise<void> {
  const [student = ''] = people.students;
  const last = attended
    .filter(({ userId }) => userId === student)
    .toSorted((a, b) => b.closedAt.getTime() - a.closedAt.getTime())[0];
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
  await notifyOfNotes(ctx, { classId, title }, [student]);
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

/** A link by which the student of the demo invites a study group. Answers when it ends. */
export async function seedInvitation(ctx: Ctx): Promise<Date | null> {
  const student = await findDemoStudent(ctx);
  if (!student) return null;
  const endsAt = new Date(ctx.now.getTime() + 25 * 86_400_000);
  const link = { label: 'Mi grupo de estudio', mostUses: 12, endsAt, createdAt: ctx.now };
  await ctx.db
    .insertInto('inviteLinks')
    .values({ ...link, userId: student.id })
    .execute();
  return endsAt;
}
