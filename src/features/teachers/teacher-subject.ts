import type { ReportSubject } from '#features/reports/report-subject.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/** The public page of a teacher, as something that can be reported. Administrators revoke teachers on a page of their own. */
export const teacherSubject: ReportSubject = {
  kind: 'teacher',
  async find(ctx, id) {
    if ((await findShown(ctx, [id])).size === 0) throw new Refusal(commonRefusals.notFound);
  },
  async describe(ctx, ids) {
    const shown = await findShown(ctx, ids);
    const people = await ctx.db
      .selectFrom('users')
      .innerJoin('teacherProfiles', 'userId', 'id')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(
      people.map(({ id, name }) => {
        const isShown = shown.has(id);
        return [id, { title: name, link: isShown ? `/teachers/${id}` : '/admin/teachers', isShown }];
      }),
    );
  },
};

async function findShown({ db }: Ctx, ids: readonly string[]): Promise<Set<string | null>> {
  const teachers = await db
    .selectFrom('publicTeachers')
    .select('userId')
    .where('userId', 'in', [...ids])
    .execute();
  return new Set(teachers.map(({ userId }) => userId));
}
