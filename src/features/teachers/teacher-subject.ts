import { personAddress } from '#features/accounts/rules.ts';
import type { ReportSubject } from '#features/reports/report-subject.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { hidePage, showPage } from './hide-page.ts';

/**
 * The public page of a teacher, as something that can be reported. Hidden, it is not there; the teacher goes on
 * teaching.
 */
export const teacherSubject: ReportSubject = {
  kind: 'teacher',
  async find(ctx, id) {
    const page = (await select(ctx, [id])).find(({ isShown }) => isShown);
    if (!page) throw new Refusal(commonRefusals.notFound);
    return { id, shown: page.bio.slice(0, longestShown) };
  },
  async describe(ctx, ids) {
    const pages = await select(ctx, ids);
    return new Map(
      pages.map(({ id, name, isShown, canShow }) => [
        id,
        {
          title: name,
          link: linkOf(id, { isShown, canShow }),
          isShown,
          canShow,
          personId: id,
          owners: [id],
        },
      ]),
    );
  },
  hide: hidePage,
  show: showPage,
};

/** One who has no page any more is not among the approved teachers. */
function linkOf(id: string, { isShown, canShow }: { isShown: boolean; canShow: boolean }): string {
  if (isShown) return `/teachers/${id}`;
  return canShow ? '/admin/teachers?tab=approved' : personAddress(id);
}

/** What a report keeps of the page's words. */
const longestShown = 1000;

async function select({ db }: Ctx, ids: readonly string[]) {
  const pages = await db
    .selectFrom('users')
    .innerJoin('teacherProfiles', 'teacherProfiles.userId', 'users.id')
    .leftJoin('teacherPages', 'teacherPages.userId', 'users.id')
    .select(['users.id', 'users.name', 'bio', 'teacherPages.userId as pageOf', 'teacherPages.pageHiddenAt'])
    .where('users.id', 'in', [...ids])
    .execute();
  return pages.map(({ pageOf, pageHiddenAt, ...page }) => ({
    ...page,
    isShown: pageOf !== null && pageHiddenAt === null,
    canShow: pageOf !== null && pageHiddenAt !== null,
  }));
}
