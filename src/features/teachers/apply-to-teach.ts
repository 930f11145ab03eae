import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import { addRole } from '#features/accounts/roles/add-role.ts';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type OwnTeacherProfile, type TeachingForm, teacherRefusals } from './contract.ts';
import { pageChangedAt } from './page-changed-at.ts';
import { may } from './permissions.ts';
import { publishTeachersChanged } from './publish-teachers-changed.ts';
import { holdsTeacherRole, readOwnTeacherProfile } from './reads.ts';

/**
 * A member applies to teach: the teacher profile waits for an administrator. The member gets the teacher role, which
 * gives no rights without approval. A rejected applicant, or a teacher who lost the role, waits again: applying never
 * verifies, and shows no page that was hidden. Administrators are notified.
 * @throws Refusal signInFirst, adultsOnly, confirmEmailFirst, noLanguage, alreadyApplied
 */
export async function applyToTeach(outer: Ctx, form: TeachingForm): Promise<OwnTeacherProfile> {
  refuse(may(outer.actor, 'apply'));
  if (form.languagesTaught.length === 0) throw new Refusal(teacherRefusals.noLanguage);
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    // Concurrent requests queue here, and the second one finds the first one's application.
    const { name } = await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    await refuseWhoHasApplied(ctx, userId);
    const waiting = {
      ...form,
      verificationStatus: 'pending' as const,
      appliedAt: ctx.now,
      decidedAt: null,
      decidedBy: null,
      rejectionReason: null,
    };
    await ctx.db
      .insertInto('teacherProfiles')
      .values({ userId, ...waiting })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet((row) => ({
          ...waiting,
          pageChangedAt: pageChangedAt(ctx.now),
          version: row('teacherProfiles.version', '+', 1),
        })),
      )
      .execute();
    await addRole(ctx, userId, 'teacher');
    const admins = (await listAdministrators(ctx)).filter((id) => id !== userId);
    await notify(ctx, {
      to: admins,
      kind: 'teachers.applied',
      names: { id: userId, name },
      link: '/admin/teachers',
      about: userId,
    });
    await publishAccountChanged(ctx, userId);
    await publishTeachersChanged(ctx, userId);
    return readOwnTeacherProfile(ctx);
  });
}

async function refuseWhoHasApplied({ db }: Ctx, userId: string): Promise<void> {
  const before = await db
    .selectFrom('teacherProfiles as teacher')
    .select('verificationStatus')
    .where('userId', '=', userId)
    .where(holdsTeacherRole)
    .executeTakeFirst();
  if (before && before.verificationStatus !== 'rejected') throw new Refusal(teacherRefusals.alreadyApplied);
}
