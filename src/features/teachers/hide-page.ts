import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { teacherRefusals } from './contract.ts';
import { may } from './permissions.ts';
import { publishTeachersChanged } from './publish-teachers-changed.ts';

/**
 * An administrator hides the public page of a teacher, who goes on teaching, is told why, and may change the page. It
 * is shown again by an administrator alone. Hiding a hidden page changes nothing.
 * @throws Refusal signInFirst, notAllowed, notFound
 */
export async function hidePage(outer: Ctx, id: string, reason: string): Promise<void> {
  await change(outer, id, reason);
}

/** Shows a hidden page again; one that is shown stays so. @throws Refusal signInFirst, notAllowed, notFound */
export async function showPage(outer: Ctx, id: string): Promise<void> {
  await change(outer, id, null);
}

/**
 * Keeps a hidden page hidden that its teacher has changed: it waits no more, and the teacher reads the new reason.
 * `version` is the one that the administrator has read.
 * @throws Refusal signInFirst, notAllowed, notFound, alreadyDecided where it does not wait, changedMeanwhile
 */
export async function keepPageHidden(
  outer: Ctx,
  id: string,
  { reason, version }: { reason: string; version: number },
): Promise<void> {
  await change(outer, id, reason, version);
}

/** With `version`, of a page that waits. */
async function change(outer: Ctx, id: string, reason: string | null, version?: number): Promise<void> {
  refuse(may(outer.actor, 'see-queue'));
  await inTransaction(outer, async (ctx) => {
    const page = await ctx.db
      .selectFrom('teacherProfiles')
      .select(['pageHiddenAt', 'pageChangedAt', 'version'])
      .where('userId', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!page) throw new Refusal(commonRefusals.notFound);
    if (version !== undefined) {
      if (page.pageChangedAt === null) throw new Refusal(teacherRefusals.alreadyDecided);
      if (page.version !== version) throw new Refusal(teacherRefusals.changedMeanwhile);
    } else if ((page.pageHiddenAt !== null) === (reason !== null)) return;
    await ctx.db
      .updateTable('teacherProfiles')
      .set({ pageHiddenAt: reason === null ? null : ctx.now, pageHiddenReason: reason, pageChangedAt: null })
      .where('userId', '=', id)
      .execute();
    await recordAct(ctx, {
      act: reason === null ? 'teachers.show-page' : 'teachers.hide-page',
      personId: id,
      reason,
    });
    await notify(ctx, {
      to: [id],
      kind: reason === null ? 'teachers.page-shown' : 'teachers.page-hidden',
      detail: reason === null ? {} : { reason },
      link: '/teacher',
    });
    await publishTeachersChanged(ctx, id);
  });
}
