import { sql } from 'kysely';
import { personAddress } from '#features/accounts/rules.ts';
import { findShownReview } from '#features/classes/after/review-subject.ts';
import { isReviewKey } from '#features/reports/contract.ts';
import type { ReportSubject } from '#features/reports/report-subject.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { isAdmin, memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { findPerson } from '../find-person.ts';
import { may } from '../permissions.ts';
import { hideName } from './hide-name.ts';
import { showName } from './show-name.ts';

/**
 * A person's name and picture, by the person's id. The author of a review is found by the review's key, and the
 * reporter is not told who it is. An alias cannot be reported.
 */
export const nameSubject: ReportSubject = {
  kind: 'name',
  async find(ctx, subject) {
    const byReview = isReviewKey(subject);
    const id = byReview ? (await findShownReview(ctx, subject)).userId : subject;
    const person = await findShown(ctx, id);
    if (!person || !(byReview || (await sees(ctx, id)))) throw new Refusal(commonRefusals.notFound);
    return { id, shown: person.name };
  },
  async describe({ db }, ids) {
    const people = await db
      .selectFrom('users')
      .select(['id', 'name', 'image', 'nameHiddenAt'])
      .where('id', 'in', [...ids])
      .where('deletedAt', 'is', null)
      .execute();
    return new Map(
      people.map(({ id, name, image, nameHiddenAt }) => [
        id,
        {
          title: name,
          image,
          link: personAddress(id),
          isShown: nameHiddenAt === null,
          personId: id,
          owners: [id],
        },
      ]),
    );
  },
  async hide(ctx, id, reason) {
    refuse(may(ctx.actor, 'administer'));
    // The report is of the name that is hidden already; another one that was chosen since is judged by itself.
    const { nameHiddenAt } = await findPerson(ctx, id);
    if (nameHiddenAt === null) await hideName(ctx, { id, reason });
  },
  async show(ctx, id) {
    await showName(ctx, id);
  },
};

async function findShown({ db }: Ctx, id: string): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('nameHiddenAt', 'is', null)
    .executeTakeFirst();
}

/**
 * Members see teachers with a page and those who give classes for their age group; teachers see who has a seat in
 * theirs.
 */
async function sees({ db, actor }: Ctx, id: string): Promise<boolean> {
  if (isAdmin(actor)) return true;
  const { userId, ageGroup, verifiedTeacher } = memberOf(actor);
  const { rows } = await sql<{ sees: boolean }>`
    select exists (select from public_teachers where user_id = ${id})
      or exists (select from classes where created_by = ${id} and target_audience = ${ageGroup})
      or ${verifiedTeacher} and exists (select from class_enrollments seat join classes on classes.id = seat.class_id
        where classes.created_by = ${userId} and seat.user_id = ${id}) as sees`.execute(db);
  return onlyRow(rows).sees;
}
