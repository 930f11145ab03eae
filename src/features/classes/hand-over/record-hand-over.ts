import { recordAct } from '#features/audit/record-act.ts';
import type { NamedPerson } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';

/** Whose a class was and whose it becomes. */
export type Giving = { before: string; teacherId: string };

type HandOver = Giving & {
  act: 'classes.hand-over-class' | 'classes.hand-over-series';
  classId: string;
  detail: { title: string; classes?: number };
};

/**
 * Writes into the audit log that a class or a series changed hands, by an administrator or by the new teacher, who
 * accepted it. Returns the new teacher with their name.
 */
export async function recordHandOver(
  ctx: Ctx,
  { before, teacherId, act, classId, detail }: HandOver,
): Promise<NamedPerson> {
  const people = await ctx.db
    .selectFrom('shownPeople')
    .select(['id', 'name'])
    .where('id', 'in', [before, teacherId])
    .execute();
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const teacher = { id: teacherId, name: nameOf.get(teacherId) ?? '' };
  await recordAct(ctx, {
    act,
    personId: memberOf(ctx.actor).userId === teacherId ? before : teacherId,
    subject: classId,
    detail,
    words: {
      from: { of: before, text: nameOf.get(before) ?? '' },
      to: { of: teacherId, text: teacher.name },
    },
  });
  return teacher;
}
